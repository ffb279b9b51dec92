(** * The symmetries of the board leave the game as it is

    All eight come from two: exchanging rows and columns, and exchanging left
    and right. *)

From Coq Require Import Arith Bool List Lia.
From Quixo Require Import Rules Monotone.
Import ListNotations.

Section Game.

Variable R : rules.

Notation at_most := (at_most R).

Inductive generator := Transpose | Mirror.

Definition turned (g : generator) (b : board) : board :=
  match g with
  | Transpose => fun r c => b c r
  | Mirror => fun r c => b r (size R - 1 - c)
  end.

Definition turned_move (g : generator) (m : move) : move :=
  match g with
  | Transpose =>
      {| row := column m; column := row m;
         to := match to m with Left => Top | Right => Bottom | Top => Left | Bottom => Right end |}
  | Mirror =>
      {| row := row m; column := size R - 1 - column m;
         to := match to m with Left => Right | Right => Left | vertical => vertical end |}
  end.

(** One after another, the first of the list last. *)
Definition image (gs : list generator) (b : board) : board := fold_right turned b gs.

Lemma turned_keeps_order g p P Q : at_most p P Q -> at_most p (turned g P) (turned g Q).
Proof. intros PQ r c Hr Hc. destruct g; cbn; apply PQ; lia. Qed.

Lemma turned_twice g p b : at_most p b (turned g (turned g b)).
Proof.
  intros r c Hr Hc. destruct g; cbn; [lia|]. now replace (size R - 1 - (size R - 1 - c)) with c by lia.
Qed.

(** ** Moves *)

(** Decides all comparisons of numbers in a goal. *)
Local Ltac compare_all :=
  repeat match goal with
         | |- context [?a =? ?b] => destruct (Nat.eqb_spec a b)
         | |- context [?a <=? ?b] => destruct (Nat.leb_spec a b)
         | |- context [?a <? ?b] => destruct (Nat.ltb_spec a b)
         end;
  cbn [andb orb negb]; try reflexivity; try lia.

Lemma legal_inside p b m : legal R p b m = true -> row m < size R /\ column m < size R.
Proof.
  unfold legal. rewrite !andb_true_iff. intros [[border _] _]. now apply on_border_inside.
Qed.

Lemma turned_move_twice g m :
  row m < size R -> column m < size R -> turned_move g (turned_move g m) = m.
Proof.
  intros Hr Hc. destruct m as [r c t]. cbn in *.
  destruct g; cbn; [now destruct t|].
  replace (size R - 1 - (size R - 1 - c)) with c by lia. now destruct t.
Qed.

Lemma legal_turned g p b m : legal R p b m = true -> legal R p (turned g b) (turned_move g m) = true.
Proof.
  intros allowed. destruct (legal_inside _ _ _ allowed) as [Hr Hc]. rewrite <- allowed.
  unfold legal. destruct m as [r c t]. cbn [row column] in Hr, Hc. f_equal; [f_equal|].
  - unfold on_border. destruct g; cbn [turned_move row column]; compare_all.
  - destruct g; cbn; [easy|]. now replace (size R - 1 - (size R - 1 - c)) with c by lia.
  - unfold stays. destruct g, t; cbn [turned_move row column to]; compare_all.
Qed.

Lemma play_turned g p m b r c :
  row m < size R -> column m < size R -> r < size R -> c < size R ->
  play R p (turned_move g m) (turned g b) r c = turned g (play R p m b) r c.
Proof.
  intros Hrow Hcolumn Hr Hc. unfold play.
  destruct g; cbn [turned_move turned]; destruct (to m); cbn [row column to]; try reflexivity;
    compare_all; f_equal; lia.
Qed.

(** ** Lines *)

Hypothesis positive : 1 <= line R.

Lemma has_line_spec p b :
  has_line R p b = true <->
  exists r c, r < size R /\ c < size R /\
    (  c + line R <= size R /\ (forall i, i < line R -> shows p (b r (c + i)) = true)
    \/ r + line R <= size R /\ (forall i, i < line R -> shows p (b (r + i) c) = true)
    \/ r + line R <= size R /\ c + line R <= size R
       /\ (forall i, i < line R -> shows p (b (r + i) (c + i)) = true)
    \/ r + line R <= size R /\ line R <= c + 1
       /\ (forall i, i < line R -> shows p (b (r + i) (c - i)) = true)).
Proof.
  assert (run : forall f,
    forallb (fun '(r, c) => shows p (b r c)) (map f (seq 0 (line R))) = true
    <-> forall i, i < line R -> shows p (b (fst (f i)) (snd (f i))) = true).
  { intros f. rewrite forallb_forall. split.
    - intros all i Hi. assert (In (f i) (map f (seq 0 (line R)))) as Hin by (apply in_map, in_seq; lia).
      specialize (all _ Hin). now destruct (f i).
    - intros all [r c] Hin. apply in_map_iff in Hin. destruct Hin as [i [E Hi]].
      apply in_seq in Hi. specialize (all i). rewrite E in all. apply all. lia. }
  unfold has_line, has_line_among. rewrite existsb_exists. split.
  - intros [l [Hl all]]. unfold lines in Hl. rewrite in_flat_map in Hl.
    destruct Hl as [r [Hr Hl]]. rewrite in_flat_map in Hl. destruct Hl as [c [Hc Hl]].
    apply in_seq in Hr, Hc. exists r, c. split; [lia|]. split; [lia|].
    unfold lines_from in Hl. rewrite !in_app_iff in Hl.
    destruct (Nat.leb_spec (c + line R) (size R)), (Nat.leb_spec (r + line R) (size R)),
      (Nat.leb_spec (line R) (c + 1)); cbn [andb In] in Hl;
      repeat match type of Hl with _ \/ _ => destruct Hl as [Hl|Hl] end;
      try contradiction; subst l; rewrite run in all; cbn [fst snd] in all; tauto.
  - intros [r [c [Hr [Hc line]]]].
    assert (found : forall f, In (map f (seq 0 (Rules.line R))) (lines_from R r c) ->
      (forall i, i < Rules.line R -> shows p (b (fst (f i)) (snd (f i))) = true) ->
      exists l, In l (lines R) /\ forallb (fun '(r, c) => shows p (b r c)) l = true).
    { intros f Hf all. exists (map f (seq 0 (Rules.line R))). split; [|now apply run].
      unfold lines. apply in_flat_map. exists r. split; [apply in_seq; lia|].
      apply in_flat_map. exists c. split; [apply in_seq; lia|assumption]. }
    destruct line as [[H all]|[[H all]|[[H [H' all]]|[H [H' all]]]]].
    + apply (found (fun i => (r, c + i))); [|assumption]. unfold lines_from.
      destruct (Nat.leb_spec (c + Rules.line R) (size R)); [cbn; tauto|lia].
    + apply (found (fun i => (r + i, c))); [|assumption]. unfold lines_from. rewrite !in_app_iff.
      destruct (Nat.leb_spec (r + Rules.line R) (size R)); [cbn; tauto|lia].
    + apply (found (fun i => (r + i, c + i))); [|assumption]. unfold lines_from. rewrite !in_app_iff.
      destruct (Nat.leb_spec (r + Rules.line R) (size R)), (Nat.leb_spec (c + Rules.line R) (size R));
        [cbn; tauto|lia|lia|lia].
    + apply (found (fun i => (r + i, c - i))); [|assumption]. unfold lines_from. rewrite !in_app_iff.
      destruct (Nat.leb_spec (r + Rules.line R) (size R)), (Nat.leb_spec (Rules.line R) (c + 1));
        [cbn; tauto|lia|lia|lia].
Qed.

Lemma line_turned g p b : has_line R p b = true -> has_line R p (turned g b) = true.
Proof.
  rewrite !has_line_spec. set (k := line R) in *.
  (* The line begins where it ended if it is turned around. *)
  assert (backwards : forall f : nat -> bool, (forall i, i < k -> f i = true) ->
    forall i, i < k -> f (k - 1 - i) = true) by (intros f all i Hi; apply all; lia).
  assert (is : forall r c r' c', shows p (b r c) = true -> r = r' -> c = c' -> shows p (b r' c') = true)
    by (intros; subst; assumption).
  intros [r [c [Hr [Hc line]]]].
  destruct g; cbn [turned];
    destruct line as [[H all]|[[H all]|[[H [H' all]]|[H [H' all]]]]].
  - exists c, r. repeat split; try assumption. right. left. now split.
  - exists c, r. repeat split; try assumption. left. now split.
  - exists c, r. repeat split; try assumption. right. right. left. now repeat split.
  - exists (c - (k - 1)), (r + (k - 1)). repeat split; try lia. right. right. right.
    repeat split; try lia. intros i Hi. apply (backwards _ all) in Hi as later.
    eapply is; [exact later|lia|lia].
  - exists r, (size R - 1 - (c + (k - 1))). repeat split; try lia. left.
    split; [lia|]. intros i Hi. apply (backwards _ all) in Hi as later.
    eapply is; [exact later|lia|lia].
  - exists r, (size R - 1 - c). repeat split; try lia. right. left.
    split; [lia|]. intros i Hi. eapply is; [exact (all i Hi)|lia|lia].
  - exists r, (size R - 1 - c). repeat split; try lia. right. right. right.
    repeat split; try lia. intros i Hi. eapply is; [exact (all i Hi)|lia|lia].
  - exists r, (size R - 1 - c). repeat split; try lia. right. right. left.
    repeat split; try lia. intros i Hi. eapply is; [exact (all i Hi)|lia|lia].
Qed.

Lemma has_line_turned g p b : has_line R p (turned g b) = has_line R p b.
Proof.
  apply eq_true_iff_eq. split; [|apply line_turned].
  intros line. apply (line_turned g) in line. revert line. apply line_on_better.
  rewrite <- (other_other p). apply at_most_other, turned_twice.
Qed.

Lemma winner_turned g turn b : winner R turn (turned g b) = winner R turn b.
Proof. unfold winner. destruct (double R); now rewrite !has_line_turned. Qed.

End Game.
