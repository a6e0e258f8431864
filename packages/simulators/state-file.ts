import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const SAVE_AFTER_MS = 250;

/** One JSON file that follows a state: written a moment after a change and once more at the end. */
export class StateFile<State> {
  readonly #path: string;
  readonly #take: () => State;
  #timer: NodeJS.Timeout | undefined;

  constructor(path: string, take: () => State) {
    this.#path = path;
    this.#take = take;
  }

  /** What was saved last, as parsed JSON, or undefined when there is no file yet. */
  static read(path: string): unknown {
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
  }

  changed(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.save(), SAVE_AFTER_MS);
    this.#timer.unref();
  }

  /** Writes beside and renames, so that a kill in the middle leaves the older state whole. */
  save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    mkdirSync(dirname(this.#path), { recursive: true });
    const beside = `${this.#path}.new`;
    writeFileSync(beside, JSON.stringify(this.#take()));
    renameSync(beside, this.#path);
  }
}
