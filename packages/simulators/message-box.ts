import { setTimeout as sleep } from 'node:timers/promises';

/** Messages a simulator has taken, oldest first. */
export class MessageBox<Message> {
  #messages: Message[] = [];

  add(message: Message): void {
    this.#messages.push(message);
  }

  list(wanted: (message: Message) => boolean = () => true): Message[] {
    return this.#messages.filter(wanted);
  }

  clear(): void {
    this.#messages = [];
  }

  /** The first message that is wanted, also one that comes within `timeoutMs`; throws when none does. */
  async waitFor(wanted: (message: Message) => boolean, timeoutMs = 5000): Promise<Message> {
    const end = Date.now() + timeoutMs;
    for (;;) {
      const found = this.#messages.find(wanted);
      if (found !== undefined) return found;
      if (Date.now() > end)
        throw new Error(`No such message within ${timeoutMs} ms; ${this.#messages.length} others came.`);
      await sleep(10);
    }
  }
}
