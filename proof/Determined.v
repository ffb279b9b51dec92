(** * Every position is won by somebody or held by both

    So the first player, against whom nobody can win (Theorem 2), never loses.
    Classical logic would say so at once. Here it follows from the number of
    boards: the set of positions won within [n] plies grows with [n], and
    cannot grow for ever. *)

From Coq Require Import Arith Bool List Lia.
From Quixo Require Import Rules Monotone NoSecondWin Finite.
Import ListNotations.

Section Game.

Variable R : rules.

(** ** Trying all moves *)

Definition same (p q : player) : bool :=
  match p, q with X, X | O, O => true | _, _ => false end.

Lemma same_spec p q : reflect (p = q) (same p q).
Proof. destruct p, q; now constructor. Qed.

Lemma not_same p q : same p q = false -> p = other q.
Proof. now destruct p, q. Qed.

(** Whether [p] can win within [n] plies. *)
Fixpoint wins_in (p : player) (n : nat) (turn : player) (b : board) : bool :=
  match winner R turn b with
  | Some q => same q p
  | None =>
      match n with
      | 0 => false
      | S n =>
          let after m := wins_in p n (other turn) (play R turn m b) in
          if same turn p
          then existsb (fun m => legal R turn b m && after m) (moves R)
          else forallb (fun m => negb (legal R turn b m) || after m) (moves R)
      end
  end.

Lemma legal_moves p b m : legal R p b m = true -> In m (moves R).
Proof. intros allowed. now apply legal_spec in allowed. Qed.

(** What [wins_in] says about a position that is not over. *)
Lemma wins_in_step p n turn b :
  winner R turn b = None ->
  if wins_in p (S n) turn b then
    turn = p /\ (exists m, legal R p b m = true /\ wins_in p n (other p) (play R p m b) = true)
    \/ turn = other p
       /\ forall m, legal R (other p) b m = true -> wins_in p n p (play R (other p) m b) = true
  else
    turn = p
    /\ (forall m, legal R p b m = true -> wins_in p n (other p) (play R p m b) = false)
    \/ turn = other p
       /\ exists m, legal R (other p) b m = true /\ wins_in p n p (play R (other p) m b) = false.
Proof.
  intros nobody. cbn [wins_in]. rewrite nobody. destruct (same_spec turn p) as [->|differs].
  - destruct (existsb _ _) eqn:found; left; split; auto.
    + apply existsb_exists in found. destruct found as [m [_ found]].
      apply andb_true_iff in found. now exists m.
    + intros m allowed. apply not_true_is_false. intros later.
      apply not_true_iff_false in found. apply found, existsb_exists.
      exists m. split; [exact (legal_moves _ _ _ allowed)|now rewrite allowed, later].
  - assert (turn = other p) as -> by (destruct turn, p; easy). rewrite other_other.
    destruct (forallb _ _) eqn:found; right; split; auto.
    + intros m allowed. rewrite forallb_forall in found.
      specialize (found m (legal_moves _ _ _ allowed)). now rewrite allowed in found.
    + clear -found. induction (moves R) as [|m ms IH]; [discriminate|].
      cbn [forallb] in found. apply andb_false_iff in found. destruct found as [found|found]; [|auto].
      exists m. now destruct (legal R (other p) b m).
Qed.

Lemma wins_in_over p n turn b q : winner R turn b = Some q -> wins_in p n turn b = same q p.
Proof. intros over. destruct n; cbn [wins_in]; now rewrite over. Qed.

(** Within any number of plies a player can win or the other one can hold. *)
Theorem wins_in_spec p n turn b :
  if wins_in p n turn b then wins_within R p n turn b else holds_for R (other p) n turn b.
Proof.
  revert turn b. induction n as [|n IH]; intros turn b;
    (destruct (winner R turn b) as [q|] eqn:over;
     [rewrite (wins_in_over _ _ _ _ _ over); destruct (same_spec q p) as [->|differs];
      constructor; try assumption; now destruct p, q|]).
  - cbn [wins_in]. rewrite over. now constructor.
  - pose proof (wins_in_step p n turn b over) as step. destruct (wins_in p (S n) turn b).
    + destruct step as [[-> [m [allowed later]]]|[-> later]].
      * apply wins_within_by with m; try assumption.
        specialize (IH (other p) (play R p m b)). now rewrite later in IH.
      * apply wins_within_against; try assumption. intros m allowed.
        specialize (IH p (play R (other p) m b)). now rewrite later in IH.
    + destruct step as [[-> later]|[-> [m [allowed later]]]].
      * pose proof (holds_for_against R (other p) n b) as against. rewrite other_other in against.
        apply against; [assumption|]. intros m allowed. specialize (IH (other p) (play R p m b)). now rewrite later in IH.
      * apply holds_for_by with m; try assumption. rewrite other_other.
        specialize (IH p (play R (other p) m b)). now rewrite later in IH.
Qed.

Theorem wins_within_or_holds p n turn b :
  wins_within R p n turn b \/ holds_for R (other p) n turn b.
Proof. pose proof (wins_in_spec p n turn b). destruct (wins_in p n turn b); auto. Qed.

Theorem not_both_within p n turn b :
  wins_within R p n turn b -> holds_for R (other p) n turn b -> False.
Proof.
  induction 1 as [n turn b won|n b m nobody allowed _ IH|n b nobody _ IH];
    intros holds; destruct p; cbn in *; inversion holds; subst; try congruence; eauto.
Qed.

Lemma wins_in_complete p n turn b : wins_within R p n turn b -> wins_in p n turn b = true.
Proof.
  intros W. pose proof (wins_in_spec p n turn b). destruct (wins_in p n turn b); [easy|].
  now destruct (not_both_within _ _ _ _ W H).
Qed.

Lemma wins_in_sound p n turn b : wins_in p n turn b = true -> wins_within R p n turn b.
Proof. intros W. pose proof (wins_in_spec p n turn b). now rewrite W in H. Qed.

Theorem wins_within_more p n turn b : wins_within R p n turn b -> wins_within R p (S n) turn b.
Proof.
  induction 1; [now constructor|eapply wins_within_by; eauto|now apply wins_within_against].
Qed.

Theorem wins_within_wins p n turn b : wins_within R p n turn b -> wins R p turn b.
Proof. induction 1; [now constructor|eapply wins_by; eauto|now apply wins_against]. Qed.

(** ** The set of won positions stops growing *)

Lemma growth_ends (f : nat -> nat) most :
  (forall n, f n <= f (S n)) -> (forall n, f n <= most) -> exists n, f (S n) = f n.
Proof.
  intros grows bounded.
  assert (forall k, (exists n, f (S n) = f n) \/ k <= f k) as each.
  { induction k as [|k [found|larger]]; [right; lia|now left|].
    specialize (grows k). destruct (Nat.eq_dec (f (S k)) (f k)); [left; now exists k|right; lia]. }
  destruct (each (S most)) as [found|larger]; [easy|]. specialize (bounded (S most)). lia.
Qed.

Lemma filters_grow {A} (f g : A -> bool) l :
  (forall a, f a = true -> g a = true) -> length (filter f l) <= length (filter g l).
Proof.
  intros more. induction l as [|a l IH]; [easy|]. cbn [filter].
  destruct (f a) eqn:fa; [rewrite (more a fa); cbn; lia|]. destruct (g a); cbn; lia.
Qed.

Lemma filters_same {A} (f g : A -> bool) l :
  (forall a, f a = true -> g a = true) -> length (filter g l) = length (filter f l) ->
  forall a, In a l -> g a = true -> f a = true.
Proof.
  intros more. induction l as [|a l IH]; [easy|]. cbn [filter].
  pose proof (filters_grow f g l more).
  destruct (f a) eqn:fa.
  - rewrite (more a fa). cbn [length]. intros same a' [<-|Ha'] ga'; auto.
  - destruct (g a) eqn:ga; cbn [length]; intros same; [lia|].
    intros a' [<-|Ha'] ga'; [congruence|auto].
Qed.

Definition positions : list (player * list (list cell)) := list_prod [X; O] (all_rows R).

Definition won_in (p : player) (n : nat) (position : player * list (list cell)) : bool :=
  wins_in p n (fst position) (written (snd position)).

Lemma won_in_more p n position : won_in p n position = true -> won_in p (S n) position = true.
Proof.
  intros W. apply wins_in_complete, wins_within_more, wins_in_sound, W.
Qed.

(** There is a number of plies within which all wins are. *)
Lemma longest_win p : exists n, forall turn b, wins_in p (S n) turn b = true -> wins_in p n turn b = true.
Proof.
  destruct (growth_ends (fun n => length (filter (won_in p n) positions)) (length positions)) as [n ends].
  - intros n. apply filters_grow, won_in_more.
  - intros n. induction positions as [|position l IH]; [easy|].
    cbn [filter]. destruct (won_in p n position); cbn [length]; lia.
  - exists n. intros turn b W.
    apply wins_in_complete, (wins_within_monotone R p n turn (written (rows_of R b)));
      [apply rows_of_at_most|].
    apply wins_in_sound.
    apply (filters_same _ _ _ (won_in_more p n) ends (turn, rows_of R b)).
    + apply in_prod; [destruct turn; cbn; tauto|apply in_all_rows].
    + apply wins_in_complete, (wins_within_monotone R p (S n) turn b);
        [apply at_most_rows_of|now apply wins_in_sound].
Qed.

Theorem wins_or_never_loses p turn b : wins R p turn b \/ never_loses R (other p) turn b.
Proof.
  destruct (longest_win p) as [n longest].
  destruct (wins_in p n turn b) eqn:W.
  - left. eapply wins_within_wins, wins_in_sound, W.
  - right. revert turn b W. destruct p; cbn [other]; cofix same_again; intros turn b W;
      (destruct (winner R turn b) as [q|] eqn:over;
       [ rewrite (wins_in_over _ _ _ _ _ over) in W; apply not_same in W; subst q; now apply won_for_ever
       | match type of W with wins_in ?w _ _ _ = _ =>
           pose proof (wins_in_step w n turn b over) as step; destruct (wins_in w (S n) turn b) eqn:W'
         end;
         [now rewrite (longest _ _ W') in W|];
         destruct step as [[-> later]|[-> [m [allowed later]]]];
         [ match goal with |- never_loses _ ?h _ _ => apply (never_loses_against R h) end;
           [assumption|]; intros m allowed; now apply same_again, later
         | apply never_loses_by with m; [assumption|assumption|now apply same_again] ] ]).
Qed.

(** ** The first player never loses *)

Theorem first_player_never_loses p :
  2 <= size R -> 1 <= line R -> never_loses R p p empty.
Proof.
  intros two positive. destruct (wins_or_never_loses (other p) p empty) as [W|holds].
  - now destruct (second_player_does_not_win R p two positive W).
  - now rewrite other_other in holds.
Qed.

End Game.
