(** * A set of patterns proves that a player never loses

    A pattern is a board with the other player to move. It stands for all
    boards that are at least as good for the player, and for the images of
    these under the symmetries. A set of patterns is a certificate if whatever
    the other player does on a pattern has a reply that leads back to a board
    that a pattern covers: so it goes on for ever, or the player wins. *)

From Coq Require Import Arith Bool List Lia.
From Quixo Require Import Rules Monotone Symmetry.
Import ListNotations.

Section Certificate.

Variable R : rules.

(** The player who never loses. *)
Variable d : player.

Notation at_most := (at_most R).
Notation a := (other d).

(** [a] is to move, and after any move of his [d] has won or has a reply
    after which she has won or [good] holds again. *)
Definition round (good : board -> Prop) (b : board) : Prop :=
  winner R a b = Some d
  \/ winner R a b = None
     /\ forall m, legal R a b m = true ->
        let t := play R a m b in
        winner R d t = Some d
        \/ winner R d t = None
           /\ exists reply, legal R d t reply = true
              /\ let u := play R d reply t in winner R a u = Some d \/ good u.

(** What holds again and again is never lost. *)
Theorem rounds_never_lose (good : board -> Prop) :
  (forall b, good b -> round good b) -> forall b, good b -> never_loses R d a b.
Proof.
  intros again. cofix same. intros b Hb.
  destruct (again b Hb) as [won|[nobody answers]]; [now constructor|].
  apply never_loses_against; [assumption|]. intros m allowed.
  destruct (answers m allowed) as [won|[nobody' [reply [allowed' later]]]]; [now constructor|].
  apply never_loses_by with reply; [assumption|assumption|].
  destruct later as [won|Hu]; [now constructor|now apply same].
Qed.

(** ** Better boards and images of boards *)

Lemma round_on_better (good : board -> Prop) P Q :
  (forall P Q, good P -> at_most d P Q -> good Q) -> at_most d P Q -> round good P -> round good Q.
Proof.
  intros up PQ [won|[nobody answers]]; [left; eauto using winner_on_better|].
  destruct (nobody_or_won _ _ _ _ _ PQ nobody) as [won|nobody']; [now left|right].
  split; [assumption|]. intros m allowed.
  pose proof (play_keeps_order _ _ _ _ _ _ PQ allowed) as PQ'.
  specialize (answers m (legal_on_better _ _ _ _ _ (at_most_other _ _ _ _ PQ) allowed)).
  cbv zeta in *. set (t := play R a m P) in *. set (t' := play R a m Q) in *.
  destruct answers as [won|[nobody'' [reply [allowed' later]]]];
    [left; eauto using winner_on_better|].
  destruct (nobody_or_won _ _ _ _ _ PQ' nobody'') as [won|nobody''']; [now left|right].
  pose proof (legal_on_better _ _ _ _ _ PQ' allowed') as allowed''.
  split; [assumption|]. exists reply. split; [assumption|].
  pose proof (play_keeps_order _ _ _ _ _ _ PQ' allowed'').
  destruct later as [won|Hu]; [left; eauto using winner_on_better|right; eauto].
Qed.

Hypothesis positive : 1 <= line R.

Lemma round_turned (good : board -> Prop) g b :
  (forall P Q, good P -> at_most d P Q -> good Q) ->
  (forall b, good b -> good (turned R g b)) ->
  round good b -> round good (turned R g b).
Proof.
  intros up images [won|[nobody answers]]; [left; now rewrite winner_turned|right].
  split; [now rewrite winner_turned|]. intros m allowed.
  destruct (legal_inside _ _ _ _ allowed) as [Hr Hc].
  (* The move on the image is the image of a move on the board. *)
  assert (exists m', m = turned_move R g m' /\ legal R a b m' = true) as [m' [-> allowed']].
  { exists (turned_move R g m). split; [now rewrite turned_move_twice|].
    apply (legal_turned R g) in allowed. eapply legal_on_better; [apply at_most_other, turned_twice|exact allowed]. }
  clear Hr Hc. destruct (legal_inside _ _ _ _ allowed') as [Hr Hc].
  specialize (answers m' allowed'). cbv zeta in *. set (t := play R a m' b) in *.
  assert (at_most d (turned R g t) (play R a (turned_move R g m') (turned R g b))) as tt'
    by (intros r c ? ?; now rewrite play_turned).
  set (t' := play R a (turned_move R g m') (turned R g b)) in *.
  destruct answers as [won|[nobody' [reply [allowed'' later]]]].
  - left. apply (winner_on_better _ _ _ _ _ tt'). now rewrite winner_turned.
  - destruct (nobody_or_won _ _ d _ _ tt') as [won|nobody'']; [now rewrite winner_turned|now left|right].
    split; [assumption|]. exists (turned_move R g reply).
    assert (legal R d t' (turned_move R g reply) = true) as allowed'''
      by (eapply legal_on_better; [exact tt'|now apply legal_turned]).
    split; [assumption|].
    destruct (legal_inside _ _ _ _ allowed'') as [Hr' Hc'].
    assert (at_most d (turned R g (play R d reply t)) (play R d (turned_move R g reply) t')) as uu'.
    { eapply at_most_trans; [|exact (play_keeps_order _ _ _ _ _ _ tt' allowed''')].
      intros r c ? ?. now rewrite play_turned. }
    destruct later as [won|Hu]; [left|right; eauto].
    apply (winner_on_better _ _ _ _ _ uu'). now rewrite winner_turned.
Qed.

(** ** Patterns *)

Variable is_pattern : board -> Prop.

(** The board is at least as good as an image of a pattern. *)
Definition covered (b : board) : Prop :=
  exists p gs, is_pattern p /\ at_most d (image R gs p) b.

Lemma covered_on_better P Q : covered P -> at_most d P Q -> covered Q.
Proof. intros [p [gs [Hp Hcover]]] PQ. exists p, gs. eauto using at_most_trans. Qed.

Lemma covered_turned g b : covered b -> covered (turned R g b).
Proof.
  intros [p [gs [Hp Hcover]]]. exists p, (g :: gs). split; [assumption|].
  now apply turned_keeps_order.
Qed.

Theorem certificate_sound :
  (forall p, is_pattern p -> round covered p) -> forall b, covered b -> never_loses R d a b.
Proof.
  intros closed. apply rounds_never_lose. intros b [p [gs [Hp Hcover]]].
  eapply round_on_better; [exact covered_on_better|exact Hcover|]. clear Hcover.
  induction gs as [|g gs IH]; cbn; [now apply closed|].
  apply round_turned; [exact covered_on_better|apply covered_turned|assumption].
Qed.

End Certificate.
