import { createServer, type Socket } from 'node:net';
import { type SmtpDesk, SmtpSession } from './smtp-session.ts';

/** Listens for SMTP conversations and can end them all at once. */
export class SmtpServer {
  readonly #sockets = new Set<Socket>();
  readonly #server;
  connections = 0;

  constructor(desk: SmtpDesk) {
    this.#server = createServer((socket) => {
      this.connections += 1;
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      new SmtpSession(socket, desk);
    });
  }

  /** Gives the port, which is a free one for port 0. */
  async listen(where: { host: string; port: number }): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(where.port, where.host, resolve);
    });
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : where.port;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
