"""What rules tell of while they are carried out, as numbers; narrate.py puts them into sentences."""

(
    ROAD_WALKED,
    RETURNED,
    TAKEN_UP,
    RESHUFFLED,
    ATTEMPT_BEGINS,
    CARD_PLAYED,
    NEUTRAL_ANSWERED,
    HIT_WITHOUT_CARDS,
    SURRENDERED,
    NEUTRAL_BEATEN,
    NEUTRAL_NOT_BEATEN,
    ATTACKED,
    CANNOT_ATTACK,
    ANSWERED,
    LOST_LIFE,
    IMPALED,
    REWARDED,
    OUTPOST_HIT,
    LEFT_RANGE,
    PLAGUE_TURN,
) = range(20)
