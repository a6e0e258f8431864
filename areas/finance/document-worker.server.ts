// Documents that are numbered in the transaction of their cause and printed after it: the file is rendered from the frozen
// snapshot, kept, and then sent. Safe to repeat: what has a file is done, unless it was registered as an e-invoice since.
import type { OutboxWorker } from '@aangan/server/background/background.ts';
import { saveFile } from '@aangan/server/files/files.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type * as z from 'zod';
import { type Registration, registrationOf } from './e-invoice/printed-e-invoice.server.ts';

interface PrintedDocument<S> {
  table: 'receipt' | 'royalty_invoice' | 'note';
  /** Where the outbox row names the document. */
  idIn: (payload: unknown) => string;
  /** Kind of its file. */
  kind: string;
  snapshot: z.ZodType<S>;
  print: (
    snapshot: S,
    ports: Parameters<OutboxWorker['perform']>[0]['ports'],
    registration: Registration | null,
  ) => Promise<Buffer>;
  /** In the transaction that keeps the file. */
  send: (db: Db, document: { franchiseeId: number; id: string; snapshot: S }) => Promise<unknown>;
}

export const documentWorker = <S extends { number: string }>(of: PrintedDocument<S>): OutboxWorker => ({
  retryUnknown: true,
  async perform({ row, work, ports }) {
    const { franchiseeId } = row;
    const id = of.idIn(row.payload);
    const { document, registration } = await work(franchiseeId, async (db) => ({
      document: await db
        .selectFrom(of.table)
        .select(['file_id', 'snapshot'])
        .where('franchisee_id', '=', franchiseeId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
      registration: await registrationOf(db, franchiseeId, id),
    }));
    if (document.file_id && !(row.payload as { again?: boolean }).again) return;
    const snapshot = of.snapshot.parse(document.snapshot);
    const content = await of.print(snapshot, ports, registration);
    await work(franchiseeId, async (db) => {
      if ((await registrationOf(db, franchiseeId, id))?.irn !== registration?.irn)
        throw new Error('The document was registered while it was printed'); // the next try prints it so
      const fileId = await saveFile(db, {
        franchiseeId,
        name: `${snapshot.number.replaceAll('/', '-')}.pdf`,
        kind: of.kind,
        mime: 'application/pdf',
        content,
      });
      await db
        .updateTable(of.table)
        .set({ file_id: fileId })
        .where('franchisee_id', '=', franchiseeId)
        .where('id', '=', id)
        .execute();
      await of.send(db, { franchiseeId, id, snapshot });
    });
  },
});
