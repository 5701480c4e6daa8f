/** A connection that can be ended from outside. */
interface Cuttable {
  cut(): void;
}

/** The requests and tunnels that are open now, by the number of their sub-user. */
export class OpenConnections {
  readonly #open = new Map<number, Set<Cuttable>>();

  count(id: number): number {
    return this.#open.get(id)?.size ?? 0;
  }

  add(id: number, connection: Cuttable): void {
    const open = this.#open.get(id) ?? new Set();
    this.#open.set(id, open.add(connection));
  }

  remove(id: number, connection: Cuttable): void {
    const open = this.#open.get(id);
    if (open?.delete(connection) && open.size === 0) this.#open.delete(id);
  }

  /** Cuts all connections of a sub-user. Each counts as open until it is closed. */
  cutAll(id: number): void {
    // Cutting a connection may close it at once, which changes the set.
    for (const connection of [...(this.#open.get(id) ?? [])]) connection.cut();
  }
}
