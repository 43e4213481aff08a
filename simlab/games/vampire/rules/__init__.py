"""The rules of Vampire Empire, one file a section of the reading or a part of it; every function names its item.

In the order of the reading:

1 Things and set-up    s1_characters, s1_hands
2 Cards                s2_cards
3 The turn             s3_turns
4 Hide and holy water  s4_hide_and_water, s4_unmask (the lone model)
5 Combat               s5_combat (what beats what, what is allowed), s5_fight (its rounds), s5_game_fight
6 Support cards        s6_support
7 Plays of a fight     s7_least_play (E-39), s7_plays (E-40, E-41)
8 The players          s8_knowledge, s8_hand, s8_at_random, s8_pairs, s8_actions: what choices are made of;
                       s8_thinking, s8_human, s8_vampire, s8_random (and idle): the choices of the policies;
                       s8_choices: who is asked
9 End of the game      s9_end

What a player chooses stands in sections 7 and 8 only; the other ones say what follows.
"""
