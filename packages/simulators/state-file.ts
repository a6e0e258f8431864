import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** One JSON file that holds a state. */
export class StateFile<State> {
  readonly #path: string;
  readonly #take: () => State;

  constructor(path: string, take: () => State) {
    this.#path = path;
    this.#take = take;
  }

  /** What was saved last, as parsed JSON, or undefined when there is no file yet. */
  static read(path: string): unknown {
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
  }

  /** Writes beside and renames, so that a kill in the middle leaves the older state whole. */
  save(): void {
    mkdirSync(dirname(this.#path), { recursive: true });
    const beside = `${this.#path}.new`;
    writeFileSync(beside, JSON.stringify(this.#take()));
    renameSync(beside, this.#path);
  }
}
