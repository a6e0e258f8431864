import type { Socket } from 'node:net';
import type { MailFault, MailStage } from './mail-message.ts';

export type SmtpDesk = {
  name: string;
  maxBytes: number;
  /** The fault that happens here and now, if any. */
  fault: (stage: MailStage, address: string) => MailFault | undefined;
  accept: (mail: { from: string; to: string[]; raw: Buffer }) => string;
};

const END_OF_DATA = Buffer.from('\r\n.\r\n');
const LONGEST_COMMAND = 2048;

/** One SMTP conversation (RFC 5321 without TLS and sign-in): EHLO, MAIL, RCPT, DATA, RSET, NOOP, VRFY, QUIT. */
export class SmtpSession {
  readonly #socket: Socket;
  readonly #desk: SmtpDesk;
  #buffer: Buffer = Buffer.alloc(0);
  #from: string | null = null;
  #to: string[] = [];
  #inData = false;
  #hanging = false;

  constructor(socket: Socket, desk: SmtpDesk) {
    this.#socket = socket;
    this.#desk = desk;
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes: Buffer) => this.#take(bytes));
    if (!this.#spoil('connect')) this.#say(`220 ${desk.name} ESMTP simulator`);
  }

  #say(line: string): void {
    if (this.#socket.writable) this.#socket.write(`${line}\r\n`);
  }

  #take(bytes: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, bytes]);
    while (!this.#hanging && !this.#socket.destroyed) {
      if (this.#inData ? !this.#takeData() : !this.#takeCommand()) return;
    }
  }

  #takeCommand(): boolean {
    const end = this.#buffer.indexOf('\n');
    if (end === -1) {
      if (this.#buffer.length > LONGEST_COMMAND) this.#socket.destroy();
      return false;
    }
    const line = this.#buffer.subarray(0, end).toString('utf8').replace(/\r$/, '');
    this.#buffer = this.#buffer.subarray(end + 1);
    const [, verb = '', rest = ''] = /^(\S*)\s*(.*)$/.exec(line) ?? [];
    this.#command(verb.toUpperCase(), rest);
    return true;
  }

  #command(verb: string, rest: string): void {
    const reply = this.#answer(verb, rest);
    if (reply !== null) this.#say(reply);
    if (verb === 'QUIT') this.#socket.end();
  }

  /** The reply, or null when a fault has dealt with it. */
  #answer(verb: string, rest: string): string | null {
    switch (verb) {
      case 'EHLO':
      case 'HELO':
        return this.#hello(verb);
      case 'MAIL':
        return this.#mail(rest);
      case 'RCPT':
        return this.#recipient(rest);
      case 'DATA':
        return this.#startData();
      case 'RSET':
        this.#forget();
        return '250 2.0.0 Forgotten';
      case 'NOOP':
        return '250 2.0.0 OK';
      case 'VRFY':
        return '252 2.1.5 Cannot verify, will try';
      case 'QUIT':
        return '221 2.0.0 Bye';
      default:
        return '502 5.5.1 Command not implemented';
    }
  }

  #hello(verb: string): string | null {
    this.#forget();
    if (this.#spoil('ehlo')) return null;
    if (verb === 'HELO') return `250 ${this.#desk.name}`;
    const offers = ['PIPELINING', '8BITMIME', 'SMTPUTF8', 'ENHANCEDSTATUSCODES'].map(
      (offer) => `250-${offer}`,
    );
    return [`250-${this.#desk.name}`, ...offers, `250 SIZE ${this.#desk.maxBytes}`].join('\r\n');
  }

  #mail(rest: string): string | null {
    const [, address, parameters = ''] = /^FROM:\s*<([^>]*)>\s*(.*)$/i.exec(rest) ?? [];
    if (address === undefined) return '501 5.5.4 Syntax: MAIL FROM:<address>';
    if (this.#from !== null) return '503 5.5.1 Sender already given';
    const size = Number(/\bSIZE=(\d+)/i.exec(parameters)?.[1] ?? 0);
    if (size > this.#desk.maxBytes) return '552 5.3.4 Message too big';
    if (this.#spoil('mail', address)) return null;
    this.#from = address;
    return '250 2.1.0 Sender OK';
  }

  #recipient(rest: string): string | null {
    const address = /^TO:\s*<([^>]+)>/i.exec(rest)?.[1];
    if (address === undefined) return '501 5.5.4 Syntax: RCPT TO:<address>';
    if (this.#from === null) return '503 5.5.1 MAIL first';
    if (this.#spoil('rcpt', address)) return null;
    this.#to.push(address);
    return '250 2.1.5 Recipient OK';
  }

  #startData(): string | null {
    if (this.#to.length === 0) return '503 5.5.1 RCPT first';
    if (this.#spoil('data')) return null;
    this.#inData = true;
    // The end mark may follow at once: an empty mail is a line with a dot only.
    this.#buffer = Buffer.concat([Buffer.from('\r\n'), this.#buffer]);
    return '354 End with a line that has only a dot';
  }

  #takeData(): boolean {
    const end = this.#buffer.indexOf(END_OF_DATA);
    if (end === -1) {
      if (this.#buffer.length > this.#desk.maxBytes * 2) this.#socket.destroy();
      return false;
    }
    const lines = this.#buffer.subarray(2, end + 2);
    this.#buffer = this.#buffer.subarray(end + END_OF_DATA.length);
    this.#inData = false;
    const reply = this.#keep(withoutDots(lines));
    if (reply !== null) this.#say(reply);
    return true;
  }

  #keep(raw: Buffer): string | null {
    const [from, to] = [this.#from ?? '', this.#to];
    this.#forget();
    if (raw.length > this.#desk.maxBytes) return '552 5.3.4 Message too big';
    const id = this.#desk.accept({ from, to, raw });
    return this.#spoil('accepted') ? null : `250 2.0.0 Taken as ${id}`;
  }

  #forget(): void {
    this.#from = null;
    this.#to = [];
  }

  /** True when a fault answered, cut or froze the conversation here. */
  #spoil(stage: MailStage, address = ''): boolean {
    const fault = this.#desk.fault(stage, address);
    if (fault === undefined) return false;
    if (fault.kind === 'drop') this.#socket.destroy();
    else if (fault.kind === 'hang') this.#hanging = true;
    else {
      this.#say(`${fault.code ?? 451} ${fault.text ?? '4.3.0 Try again later'}`);
      if (stage === 'connect') this.#socket.end();
    }
    return true;
  }
}

/** A line that starts with a dot was sent with one more. */
function withoutDots(lines: Buffer): Buffer {
  return Buffer.from(lines.toString('latin1').replaceAll(/(^|\r\n)\.\./g, '$1.'), 'latin1');
}
