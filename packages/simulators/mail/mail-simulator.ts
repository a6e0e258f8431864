import Fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { listenOn } from '../listen.ts';
import { MessageBox } from '../message-box.ts';
import { Seeded } from '../seeded.ts';
import type { MailFault, MailMessage, MailStage } from './mail-message.ts';
import { parseMail } from './mime.ts';
import { SmtpServer } from './smtp-server.ts';

export type MailSimulatorOptions = {
  /** SMTP port; default 0: any free one. */
  port?: number;
  /** Port of the HTTP list; default 0: any free one. */
  httpPort?: number;
  /** Default 127.0.0.1. */
  host?: string;
  /** Largest mail taken; default 25 MB. */
  maxBytes?: number;
  seed?: string | number;
};

export type MailControl = {
  /** Oldest first. `to` is an address of the envelope, in any case of letters. */
  messages(filter?: { to?: string; subject?: string }): MailMessage[];
  waitFor(wanted: (message: MailMessage) => boolean, timeoutMs?: number): Promise<MailMessage>;
  clear(): void;
  addFault(fault: MailFault): void;
  clearFaults(): void;
  /** Conversations opened since the start. */
  connections(): number;
};

export type MailSimulator = {
  host: string;
  /** The SMTP port: no TLS, no sign-in. */
  port: number;
  /** Base of the HTTP list: `${url}/_sim/messages`. */
  url: string;
  control: MailControl;
  close(): Promise<void>;
};

type ActiveFault = MailFault & { happened: number };

/** Starts an SMTP server that takes every mail and sends none. */
export async function startMailSimulator(options: MailSimulatorOptions = {}): Promise<MailSimulator> {
  const host = options.host ?? '127.0.0.1';
  const seeded = new Seeded(options.seed);
  const box = new MessageBox<MailMessage>();
  const faults: ActiveFault[] = [];
  const desk = {
    name: 'mail.simulator',
    maxBytes: options.maxBytes ?? 25 * 1024 * 1024,
    fault: (stage: MailStage, address: string) => takeFault(faults, { stage, address, seeded }),
    accept: ({ from, to, raw }: { from: string; to: string[]; raw: Buffer }) => {
      const id = seeded.id('mail_', 12);
      box.add({ ...parseMail(raw), id, at: new Date().toISOString(), envelope: { from, to }, raw });
      return id;
    },
  };
  const smtp = new SmtpServer(desk);
  const port = await smtp.listen({ host, port: options.port ?? 0 });
  const control: MailControl = {
    messages: (filter = {}) => box.list((message) => matches(message, filter)),
    waitFor: (wanted, timeoutMs) => box.waitFor(wanted, timeoutMs),
    clear: () => box.clear(),
    addFault: (fault) => void faults.push({ ...fault, happened: 0 }),
    clearFaults: () => void faults.splice(0),
    connections: () => smtp.connections,
  };
  const app = Fastify({ forceCloseConnections: true });
  installMailLevers(app, control);
  const url = await listenOn(app, { host, port: options.httpPort ?? 0 });
  return {
    host,
    port,
    url,
    control,
    close: async () => {
      await smtp.close();
      await app.close();
    },
  };
}

function takeFault(
  faults: ActiveFault[],
  where: { stage: MailStage; address: string; seeded: Seeded },
): MailFault | undefined {
  for (const fault of faults) {
    if (fault.at !== where.stage) continue;
    if (fault.times !== undefined && fault.happened >= fault.times) continue;
    if (fault.address !== undefined && !where.address.toLowerCase().includes(fault.address.toLowerCase()))
      continue;
    if (!where.seeded.chance('mail-fault', fault.percent ?? 100)) continue;
    fault.happened += 1;
    return fault;
  }
  return undefined;
}

function matches(message: MailMessage, filter: { to?: string; subject?: string }): boolean {
  const to = filter.to?.toLowerCase();
  return (
    (to === undefined || message.envelope.to.some((address) => address.toLowerCase() === to)) &&
    (filter.subject === undefined || message.subject.includes(filter.subject))
  );
}

const filterSchema = z.strictObject({
  to: z.exactOptional(z.string()),
  subject: z.exactOptional(z.string()),
});
const faultSchema = z.strictObject({
  at: z.enum(['connect', 'ehlo', 'mail', 'rcpt', 'data', 'accepted']),
  kind: z.exactOptional(z.enum(['reply', 'drop', 'hang'])),
  code: z.exactOptional(z.int().min(400).max(599)),
  text: z.exactOptional(z.string()),
  address: z.exactOptional(z.string()),
  percent: z.exactOptional(z.number().min(0).max(100)),
  times: z.exactOptional(z.int().min(1)),
});

/** The same levers as `control`, over HTTP; contents of attachments and the raw mail are written in base64. */
function installMailLevers(app: FastifyInstance, control: MailControl): void {
  app.setErrorHandler((error, _request, reply) => {
    const wrongBody = error instanceof z.ZodError;
    return reply
      .code(wrongBody ? 422 : 400)
      .send({ message: wrongBody ? z.prettifyError(error) : 'The request is not valid.' });
  });
  app.get('/_sim/messages', async (request) =>
    control.messages(filterSchema.parse(request.query)).map(readable),
  );
  app.delete('/_sim/messages', async () => done(() => control.clear()));
  app.post('/_sim/faults', async (request) => done(() => control.addFault(faultSchema.parse(request.body))));
  app.delete('/_sim/faults', async () => done(() => control.clearFaults()));
}

function readable(message: MailMessage): Record<string, unknown> {
  const attachments = message.attachments.map((each) => ({
    ...each,
    content: each.content.toString('base64'),
  }));
  return { ...message, attachments, raw: message.raw.toString('base64') };
}

function done(act: () => void): { ok: true } {
  act();
  return { ok: true };
}
