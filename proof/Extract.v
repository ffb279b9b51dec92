(** Writes the checker as a program in OCaml. Nothing is replaced but Coq's own
    truth values, pairs, lists and options, by OCaml's. *)

From Coq Require Import Extraction ExtrOcamlBasic.
From Quixo Require Import Rules Checker.

Extraction "checker.ml" check_by_search.
