(** * A tile of one's own is never worse than a blank one

    Theorem 1: what a player can force on a board she can force on every board
    that is better for her cell by cell. *)

From Coq Require Import Arith Bool List Lia.
From Quixo Require Import Rules.
Import ListNotations.

(** ** The order of boards *)

(** For a player, her own symbol is better than a blank tile, and that is
    better than the other symbol. *)
Definition rank (p : player) (c : cell) : nat :=
  if shows p c then 2 else if shows (other p) c then 0 else 1.

(** [Q] is at least as good as [P] for the player [p], cell by cell. *)
Definition at_most (R : rules) (p : player) (P Q : board) : Prop :=
  forall r c, r < size R -> c < size R -> rank p (P r c) <= rank p (Q r c).

Lemma other_other p : other (other p) = p.
Proof. now destruct p. Qed.

Lemma other_differs p : other p <> p.
Proof. now destruct p. Qed.

(** In the order of the other player, the boards change places. *)
Lemma rank_other p c c' : rank p c <= rank p c' -> rank (other p) c' <= rank (other p) c.
Proof. destruct p, c as [|[]], c' as [|[]]; cbn; lia. Qed.

Section Game.

Variable R : rules.

Notation at_most := (at_most R).

Lemma at_most_refl p P : at_most p P P.
Proof. now intros r c _ _. Qed.

Lemma at_most_trans p P Q S : at_most p P Q -> at_most p Q S -> at_most p P S.
Proof. intros PQ QS r c Hr Hc. specialize (PQ r c Hr Hc). specialize (QS r c Hr Hc). lia. Qed.

Lemma at_most_other p P Q : at_most p P Q -> at_most (other p) Q P.
Proof. intros PQ r c Hr Hc. now apply rank_other, PQ. Qed.

Lemma shows_more p c c' : rank p c <= rank p c' -> shows p c = true -> shows p c' = true.
Proof. destruct p, c as [|[]], c' as [|[]]; cbn; try easy; lia. Qed.

(** ** Moves keep the order *)

Lemma on_border_inside r c : on_border R r c = true -> r < size R /\ c < size R.
Proof.
  unfold on_border. rewrite !andb_true_iff. intros [[Hr Hc] _].
  now rewrite Nat.ltb_lt in Hr, Hc.
Qed.

(** A tile that a player may take on a board she may take on a better one. *)
Lemma legal_on_better p P Q m :
  at_most p P Q -> legal R p P m = true -> legal R p Q m = true.
Proof.
  intros PQ. unfold legal. rewrite !andb_true_iff.
  intros [[border taken] moves]. repeat split; auto.
  destruct (on_border_inside _ _ border) as [Hr Hc].
  specialize (PQ _ _ Hr Hc). revert taken PQ.
  destruct p, (P (row m) (column m)) as [|[]], (Q (row m) (column m)) as [|[]]; cbn; try easy; lia.
Qed.

(** A push moves the same cells of both boards and writes the same symbol. *)
Lemma play_keeps_order p q P Q m :
  at_most p P Q -> legal R q Q m = true -> at_most p (play R q m P) (play R q m Q).
Proof.
  intros PQ legal r c Hr Hc.
  unfold Rules.legal in legal. rewrite !andb_true_iff in legal.
  destruct legal as [[border _] _].
  destruct (on_border_inside _ _ border) as [Hrow Hcolumn].
  unfold play. destruct (to m).
  - destruct ((r =? row m) && (c <=? column m)); [destruct (c =? 0)|]; try apply PQ; lia.
  - destruct ((r =? row m) && (column m <=? c)); [destruct (Nat.eqb_spec c (size R - 1))|];
      try apply PQ; lia.
  - destruct ((c =? column m) && (r <=? row m)); [destruct (r =? 0)|]; try apply PQ; lia.
  - destruct ((c =? column m) && (row m <=? r)); [destruct (Nat.eqb_spec r (size R - 1))|];
      try apply PQ; lia.
Qed.

(** ** Lines keep the order *)

Lemma lines_inside l r c : In l (lines R) -> In (r, c) l -> r < size R /\ c < size R.
Proof.
  unfold lines. rewrite in_flat_map. intros [r0 [Hr0 H]].
  rewrite in_flat_map in H. destruct H as [c0 [Hc0 Hl]].
  rewrite in_seq in Hr0, Hc0. unfold lines_from in Hl.
  rewrite !in_app_iff in Hl. intros Hin.
  destruct (Nat.leb_spec (c0 + line R) (size R)), (Nat.leb_spec (r0 + line R) (size R)),
    (Nat.leb_spec (line R) (c0 + 1)); cbn [andb In] in Hl;
    repeat match type of Hl with _ \/ _ => destruct Hl as [Hl|Hl] end;
    try contradiction; subst l; rewrite in_map_iff in Hin;
    destruct Hin as [i [E Hi]]; rewrite in_seq in Hi; injection E as <- <-; lia.
Qed.

Lemma line_on_better p P Q : at_most p P Q -> has_line R p P = true -> has_line R p Q = true.
Proof.
  intros PQ. unfold has_line, has_line_among. rewrite !existsb_exists.
  intros [l [Hl H]]. exists l. split; [easy|].
  rewrite forallb_forall in *. intros [r c] Hin.
  destruct (lines_inside l r c Hl Hin). eapply shows_more; [now apply PQ|]. now apply (H (r, c)).
Qed.

(** The winner, in terms of the lines of a player and of the other one. *)
Lemma winner_spec p turn b :
  winner R turn b =
  let favoured := match double R with opponent_wins => turn | mover_wins => other turn end in
  match has_line R p b, has_line R (other p) b with
  | true, true => Some favoured
  | true, false => Some p
  | false, true => Some (other p)
  | false, false => None
  end.
Proof.
  unfold winner.
  destruct (double R), turn, p; cbn;
    destruct (has_line R X b) eqn:?, (has_line R O b) eqn:?; reflexivity.
Qed.

Lemma winner_on_better p turn P Q :
  at_most p P Q -> winner R turn P = Some p -> winner R turn Q = Some p.
Proof.
  intros PQ. rewrite !(winner_spec p).
  pose proof (line_on_better _ _ _ PQ) as more.
  pose proof (line_on_better _ _ _ (at_most_other _ _ _ PQ)) as fewer. pose proof (other_differs p).
  cbv zeta.
  destruct (has_line R p P), (has_line R (other p) P), (has_line R p Q), (has_line R (other p) Q);
    try congruence; try (now specialize (more eq_refl)); now specialize (fewer eq_refl).
Qed.

(** If nobody has a line on a board, a better one is won or nobody has one there, either. *)
Lemma nobody_or_won p turn P Q :
  at_most p P Q -> winner R turn P = None ->
  winner R turn Q = Some p \/ winner R turn Q = None.
Proof.
  intros PQ. rewrite !(winner_spec p).
  pose proof (line_on_better _ _ _ (at_most_other _ _ _ PQ)) as fewer.
  cbv zeta.
  destruct (has_line R p P), (has_line R (other p) P), (has_line R p Q), (has_line R (other p) Q);
    auto; try easy; now specialize (fewer eq_refl).
Qed.

(** ** Theorem 1 *)

(** What the four proofs below share: the reply that she would give on the worse board. *)
Local Ltac with_her_move PQ on_better :=
  match goal with
  | nobody : winner _ _ _ = None, allowed : legal _ _ _ _ = true |- _ =>
      destruct (nobody_or_won _ _ _ _ PQ nobody);
      [ now constructor
      | eapply on_better;
        [ assumption
        | exact (legal_on_better _ _ _ _ PQ allowed)
        | eauto using play_keeps_order, legal_on_better ] ]
  end.

(** And his moves: he could have made each of them on the worse board, too. *)
Local Ltac with_his_moves PQ on_better :=
  match goal with
  | nobody : winner _ _ _ = None |- _ =>
      destruct (nobody_or_won _ _ _ _ PQ nobody);
      [ now constructor
      | apply on_better;
        [ assumption
        | intros m allowed;
          pose proof (legal_on_better _ _ _ _ (at_most_other _ _ _ PQ) allowed);
          eauto using play_keeps_order ] ]
  end.

Theorem wins_monotone p turn P Q :
  at_most p P Q -> wins R p turn P -> wins R p turn Q.
Proof.
  intros PQ H. revert Q PQ. induction H; intros Q PQ.
  - constructor. eauto using winner_on_better.
  - with_her_move PQ wins_by.
  - with_his_moves PQ wins_against.
Qed.

Theorem wins_within_monotone p n turn P Q :
  at_most p P Q -> wins_within R p n turn P -> wins_within R p n turn Q.
Proof.
  intros PQ H. revert Q PQ. induction H; intros Q PQ.
  - constructor. eauto using winner_on_better.
  - with_her_move PQ wins_within_by.
  - with_his_moves PQ wins_within_against.
Qed.

Theorem holds_for_monotone p n turn P Q :
  at_most p P Q -> holds_for R p n turn P -> holds_for R p n turn Q.
Proof.
  intros PQ H. revert Q PQ. induction H; intros Q PQ.
  - constructor. eauto using winner_on_better.
  - destruct (nobody_or_won _ _ _ _ PQ H); now constructor.
  - with_her_move PQ holds_for_by.
  - with_his_moves PQ holds_for_against.
Qed.

Theorem never_loses_monotone p turn P Q :
  at_most p P Q -> never_loses R p turn P -> never_loses R p turn Q.
Proof.
  revert turn P Q. cofix same. intros turn P Q PQ H. revert Q PQ.
  destruct H as [turn P won|P m nobody allowed later|P nobody later]; intros Q PQ.
  - constructor. eauto using winner_on_better.
  - destruct (nobody_or_won _ _ _ _ PQ nobody); [now constructor|].
    apply never_loses_by with m; [assumption|now apply legal_on_better with P|].
    apply same with (play R p m P); [|assumption].
    apply play_keeps_order; [assumption|now apply legal_on_better with P].
  - destruct (nobody_or_won _ _ _ _ PQ nobody); [now constructor|].
    apply never_loses_against; [assumption|]. intros m allowed.
    apply same with (play R (other p) m P); [now apply play_keeps_order|].
    apply later. eapply legal_on_better; [apply at_most_other; eassumption|assumption].
Qed.

End Game.
