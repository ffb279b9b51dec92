(** * What is proved

    The theorems, each in full and with the axioms that it needs: none. They
    hold for every [R]: every size, length of line and rule for double lines,
    as far as a statement does not restrict them itself. *)

From Coq Require Import List.
From Quixo Require Import Rules Monotone NoSecondWin Finite Determined Certificate Checker.

(** ** The definitions make sense *)

(** While the game goes on, whoever is to move has a move. *)
Theorem a_move_exists : forall R p turn b,
  2 <= size R -> 1 <= line R <= size R -> winner R turn b = None ->
  exists m, legal R p b m = true.
Proof. exact Finite.a_move_exists. Qed.

(** A player can win, or the other one can avoid losing for ever; not both. *)
Theorem determined : forall R p turn b,
  wins R p turn b \/ never_loses R (other p) turn b.
Proof. exact Determined.wins_or_never_loses. Qed.

Theorem determined_once : forall R p turn b,
  wins R p turn b -> never_loses R (other p) turn b -> False.
Proof. exact NoSecondWin.not_both. Qed.

(** The same within any number of plies. *)
Theorem determined_within : forall R p n turn b,
  wins_within R p n turn b \/ holds_for R (other p) n turn b.
Proof. exact Determined.wins_within_or_holds. Qed.

Theorem determined_once_within : forall R p n turn b,
  wins_within R p n turn b -> holds_for R (other p) n turn b -> False.
Proof. exact Determined.not_both_within. Qed.

(** ** Theorem 1: a tile of one's own is never worse than a blank one *)

(** On a board [Q] that is at least as good for [p] as [P], cell by cell (the
    other symbol, blank, her own symbol), she can force what she can on [P]. *)
Theorem monotone : forall R p turn P Q, at_most R p P Q ->
  (wins R p turn P -> wins R p turn Q)
  /\ (forall n, wins_within R p n turn P -> wins_within R p n turn Q)
  /\ (forall n, holds_for R p n turn P -> holds_for R p n turn Q)
  /\ (never_loses R p turn P -> never_loses R p turn Q).
Proof.
  intros R p turn P Q PQ. repeat split;
    eauto using wins_monotone, wins_within_monotone, holds_for_monotone, never_loses_monotone.
Qed.

(** ** Theorem 2: the second player cannot win *)

(** On no board, of any size, and [p] being the player who begins. *)
Theorem second_player_does_not_win : forall R p,
  2 <= size R -> 1 <= line R -> ~ wins R (other p) p empty.
Proof. exact NoSecondWin.second_player_does_not_win. Qed.

Theorem first_player_never_loses : forall R p,
  2 <= size R -> 1 <= line R -> never_loses R p p empty.
Proof. exact Determined.first_player_never_loses. Qed.

(** ** Certificates *)

(** If the check of a list of patterns says [true], the player [d] never loses
    from the board [start], where the other player is to move. *)
Theorem check_sound : forall R d advice patterns start,
  check R d advice patterns start = true ->
  never_loses R d (other d) (board_of R start).
Proof. exact Checker.check_sound. Qed.

(** For the empty board, half of a draw is all of it. *)
Theorem check_draw : forall R d advice patterns,
  2 <= size R -> check R d advice patterns (repeat blank (size R * size R)) = true ->
  drawn R (other d) empty.
Proof.
  intros R d advice patterns two checked.
  destruct (Checker.check_draw R d advice patterns two checked). now destruct d; split.
Qed.

Print Assumptions a_move_exists.
Print Assumptions determined.
Print Assumptions determined_once.
Print Assumptions determined_within.
Print Assumptions determined_once_within.
Print Assumptions monotone.
Print Assumptions second_player_does_not_win.
Print Assumptions first_player_never_loses.
Print Assumptions check_sound.
Print Assumptions check_draw.
