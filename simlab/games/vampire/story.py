"""What rules tell of while they are carried out, as numbers; the narrations put them into sentences."""

(
    # cards
    HOLDS,
    HAND_SHOWN,
    DISCARDED,
    DISCARDS_DONE,
    PAID,
    FETCHED,
    # a fight
    NOT_STARTED,
    FIRST_ROUND,
    SECOND_ROUND,
    NO_SECOND_ROUND,
    CARD_PLAYED,
    ROUND_ENDED,
    FIGHT_ENDED,
    # unmasking
    ASKED,
    # who plays, who is there, what is known
    PLAYS,
    VAMPIRES_ARE,
    TOLD,
    CASTLE_IS,
    KNOWS,
    # what a player thinks of before he acts
    MAY_ASK,
    MAY_HIDE,
    NO_GOOD_PAIR,
    NO_HUMAN_THERE,
    # what is done
    TURN_BEGINS,
    SKIPPED,
    PASSED,
    FIGHT_BEGINS,
    NO_ATTACK,
    DIED,
    CAME_UP,
    HIDES,
    HIDDEN,
    ASKS,
    IS_HUMAN,
    REVEALED,
    BLOCKED,
    MARKED,
    SCORED,
    GAME_ENDED,
) = range(39)
