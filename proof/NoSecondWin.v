(** * The second player cannot win

    Theorem 2, by strategy stealing: if the second player could win, so could
    the first, since a first move of hers leaves her at least as well off as a
    second player on the empty board. *)

From Coq Require Import Arith Bool List Lia.
From Quixo Require Import Rules Monotone.
Import ListNotations.

Section Game.

Variable R : rules.

Notation at_most := (at_most R).

(** ** Who can win cannot be held *)

Theorem not_both p turn b : wins R p turn b -> never_loses R (other p) turn b -> False.
Proof.
  induction 1 as [turn b won|b m nobody allowed _ IH|b nobody _ IH];
    intros holds; destruct p; cbn in *; inversion holds; subst; try congruence; eauto.
Qed.

Theorem wins_never_loses p turn b : wins R p turn b -> never_loses R p turn b.
Proof. induction 1; [now constructor|eapply never_loses_by; eauto|now apply never_loses_against]. Qed.

Theorem only_one_wins p turn b : wins R p turn b -> wins R (other p) turn b -> False.
Proof. eauto using not_both, wins_never_loses. Qed.

(** ** Colours are only names *)

Definition swap_symbol (c : cell) : cell :=
  match c with blank => blank | symbol p => symbol (other p) end.

Definition swap (b : board) : board := fun r c => swap_symbol (b r c).

Lemma shows_swapped p c : shows (other p) (swap_symbol c) = shows p c.
Proof. now destruct p, c as [|[]]. Qed.

Lemma has_line_swapped p b : has_line R (other p) (swap b) = has_line R p b.
Proof.
  unfold has_line, has_line_among. induction (lines R) as [|l ls IH]; [easy|].
  cbn [existsb]. rewrite IH. f_equal. clear. induction l as [|[r c] l IH]; [easy|].
  cbn [forallb]. unfold swap at 1. now rewrite shows_swapped, IH.
Qed.

Lemma winner_swapped turn b :
  winner R (other turn) (swap b) = option_map other (winner R turn b).
Proof.
  pose proof (has_line_swapped X b) as x. pose proof (has_line_swapped O b) as o. cbn in x, o.
  unfold winner. destruct (double R), turn; cbn; rewrite x, o;
    destruct (has_line R X b), (has_line R O b); reflexivity.
Qed.

Lemma legal_swapped p b m : legal R (other p) (swap b) m = legal R p b m.
Proof. unfold legal, swap. now rewrite shows_swapped. Qed.

Lemma play_swapped p q m b :
  at_most q (swap (play R p m b)) (play R (other p) m (swap b)).
Proof.
  intros r c _ _. unfold play, swap. destruct (to m);
    repeat match goal with |- context [if ?x then _ else _] => destruct x end; cbn; lia.
Qed.

Lemma wins_swapped p turn b : wins R p turn b -> wins R (other p) (other turn) (swap b).
Proof.
  induction 1 as [turn b won|b m nobody allowed _ IH|b nobody _ IH].
  - constructor. now rewrite winner_swapped, won.
  - apply wins_by with m.
    + now rewrite winner_swapped, nobody.
    + now rewrite legal_swapped.
    + eapply wins_monotone; [apply play_swapped|assumption].
  - apply wins_against; [now rewrite winner_swapped, nobody|]. intros m allowed.
    rewrite legal_swapped in allowed.
    eapply wins_monotone; [apply play_swapped|now apply IH].
Qed.

(** ** Theorem 2 *)

Lemma nobody_won_yet turn : 1 <= line R -> winner R turn empty = None.
Proof.
  intros positive. rewrite (winner_spec R X).
  assert (none : forall p, has_line R p empty = false); [|now rewrite !none].
  intros p. apply not_true_is_false. unfold has_line, has_line_among.
  rewrite existsb_exists. intros [l [Hl H]].
  destruct l as [|[r c] l].
  - unfold lines in Hl. rewrite in_flat_map in Hl. destruct Hl as [r [_ Hl]].
    rewrite in_flat_map in Hl. destruct Hl as [c [_ Hl]].
    unfold lines_from in Hl. destruct (line R) as [|k]; [lia|]. rewrite !in_app_iff in Hl.
    repeat match type of Hl with
           | _ \/ _ => destruct Hl as [Hl|Hl]
           | In _ (if ?x then _ else _) => destruct x; [destruct Hl as [Hl|[]]; discriminate|destruct Hl]
           end.
  - cbn in H. now destruct p.
Qed.

(** Taking the tile in a corner and pushing it back in at the other end of its row. *)
Definition opening_move : move := {| row := 0; column := 0; to := Right |}.

Lemma opening_move_legal p : 2 <= size R -> legal R p empty opening_move = true.
Proof.
  intros two. unfold legal, on_border, stays, opening_move. cbn [row column to].
  destruct (size R) as [|[|n]]; [lia|lia|]. now destruct p.
Qed.

(** A board with one symbol of [p] is better for [p] than the empty one. *)
Lemma opening_move_helps p m : at_most p empty (play R p m empty).
Proof.
  intros r c _ _. unfold play, empty.
  destruct (to m); repeat match goal with |- context [if ?x then _ else _] => destruct x end;
    destruct p; cbn; lia.
Qed.

Theorem second_player_does_not_win p :
  2 <= size R -> 1 <= line R -> ~ wins R (other p) p empty.
Proof.
  intros two positive second_wins.
  assert (first_wins : wins R p (other p) (play R p opening_move empty)).
  { eapply wins_monotone; [apply opening_move_helps|].
    rewrite <- (other_other p) at 1. exact (wins_swapped _ _ _ second_wins). }
  assert (after : wins R (other p) (other p) (play R p opening_move empty)).
  { pose proof (nobody_won_yet p positive) as nobody. pose proof (opening_move_legal p two) as allowed.
    destruct p; cbn in *; inversion second_wins; subst; try congruence; auto. }
  exact (only_one_wins _ _ _ first_wins after).
Qed.

End Game.
