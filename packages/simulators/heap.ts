/** A binary heap: the smallest item by `before` is on top. */
export class Heap<Item> {
  readonly #items: Item[];
  readonly #before: (left: Item, right: Item) => boolean;

  constructor(before: (left: Item, right: Item) => boolean) {
    this.#items = [];
    this.#before = before;
  }

  get size(): number {
    return this.#items.length;
  }

  peek(): Item | undefined {
    return this.#items[0];
  }

  push(item: Item): void {
    this.#items.push(item);
    let at = this.#items.length - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  pop(): Item | undefined {
    const top = this.#items[0];
    const last = this.#items.pop();
    if (last !== undefined && this.#items.length > 0) {
      this.#items[0] = last;
      this.#sink(0);
    }
    return top;
  }

  /** The items in no promised order. */
  list(): Item[] {
    return [...this.#items];
  }

  clear(): void {
    this.#items.length = 0;
  }

  #sink(start: number): void {
    let at = start;
    for (;;) {
      const left = at * 2 + 1;
      const right = left + 1;
      let first = at;
      if (left < this.#items.length && this.#isBefore(left, first)) first = left;
      if (right < this.#items.length && this.#isBefore(right, first)) first = right;
      if (first === at) return;
      this.#swap(at, first);
      at = first;
    }
  }

  #isBefore(left: number, right: number): boolean {
    const a = this.#items[left];
    const b = this.#items[right];
    return a !== undefined && b !== undefined && this.#before(a, b);
  }

  #swap(left: number, right: number): void {
    const a = this.#items[left];
    const b = this.#items[right];
    if (a === undefined || b === undefined) return;
    this.#items[left] = b;
    this.#items[right] = a;
  }
}
