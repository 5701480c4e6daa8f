/** Something that goes on for a sub-user and can be ended from outside. */
export interface Cuttable {
  cut(): void;
}

/** The requests and tunnels that are open now, by the number of their sub-user. */
export class Passages {
  readonly #open = new Map<number, Set<Cuttable>>();

  count(id: number): number {
    return this.#open.get(id)?.size ?? 0;
  }

  add(id: number, passage: Cuttable): void {
    const open = this.#open.get(id) ?? new Set();
    this.#open.set(id, open.add(passage));
  }

  remove(id: number, passage: Cuttable): void {
    const open = this.#open.get(id);
    if (open?.delete(passage) && open.size === 0) this.#open.delete(id);
  }

  /** They stay open, and counted, until they are left. */
  cutAll(id: number): void {
    // Cutting one may leave it at once, which changes the set.
    for (const passage of [...(this.#open.get(id) ?? [])]) passage.cut();
  }
}
