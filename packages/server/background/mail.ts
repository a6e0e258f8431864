// Sending e-mail by SMTP. Told apart: refused before acceptance (may be tried again), refused for good, and "went out,
// but no answer came" (unknown).
import { createTransport, type Transporter } from 'nodemailer';
import { GiveUp, NotSent } from './outbox-worker.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  replyTo?: string;
  headers?: Readonly<Record<string, string>>;
  attachments?: readonly { filename: string; content: Buffer; contentType: string }[];
}

export interface MailPort {
  /** Resolves with the server's id of the mail once it took it. Throws NotSent, GiveUp, or an error of unknown outcome. */
  send(mail: Mail): Promise<{ id: string }>;
  close(): void;
}

interface SmtpError {
  code?: string;
  responseCode?: number;
  command?: string;
}

/** `url`: smtp://user:password@host:port (smtps:// for TLS from the start); `from`: 'Aangan <no-reply@example.in>'. */
export function openMail(config: { url: string; from: string }): MailPort {
  const transport: Transporter = createTransport(config.url, {
    from: config.from,
    // Neither a slow nor a silent server may hold a sender for long.
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as object);
  return {
    send: async ({ attachments, headers, ...mail }) => {
      try {
        const info = (await transport.sendMail({
          ...mail,
          headers: { 'Auto-Submitted': 'auto-generated', ...headers },
          ...(attachments ? { attachments: attachments.map((a) => ({ ...a })) } : {}),
        })) as { messageId: string };
        return { id: info.messageId };
      } catch (error) {
        throw outcomeOf(error as SmtpError);
      }
    },
    close: () => transport.close(),
  };
}

function outcomeOf(error: SmtpError): Error {
  if (error.responseCode !== undefined) {
    // 421, 450-452: later; 5xx: never (integrations.md 6).
    if (error.responseCode >= 500) return new GiveUp(`the mail server refused (${error.responseCode})`);
    return new NotSent(`the mail server asked to wait (${error.responseCode})`, 300);
  }
  // After DATA the server may have taken the mail although we never heard so.
  const before =
    error.command !== 'DATA' &&
    ['ECONNECTION', 'EDNS', 'ETLS', 'EAUTH', 'ESOCKET', 'ECONNREFUSED', 'ETIMEDOUT'].includes(
      error.code ?? '',
    );
  return before
    ? new NotSent(`the mail server cannot be reached (${error.code})`)
    : new Error(`no answer from the mail server (${error.code ?? 'unknown'})`);
}
