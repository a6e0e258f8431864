import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { FileLink } from '@aangan/web/ui/file-link.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Table, Text } from '@mantine/core';
import '../staff-look.tsx';
import type { staffDocumentContract } from './staff-document.contract.ts';

export type DocumentsOfStaff = OutputOf<typeof staffDocumentContract.of>;
type Kind = DocumentsOfStaff['kinds'][number];

interface DocumentTableProps {
  documents: DocumentsOfStaff;
  /** Reads the documents anew: an address of a file lives ten minutes. */
  again: () => Promise<DocumentsOfStaff | undefined>;
}

/** Every kind of document that the person brings, with the newest one and what became of it. */
export function DocumentTable({ documents, again }: DocumentTableProps) {
  const addressOf = async (kindId: string) =>
    (await again())?.kinds.find((kind) => kind.kindId === kindId)?.document?.fileUrl;
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table verticalSpacing="xs">
        <Table.Tbody>
          {documents.kinds.map((kind) => (
            <Table.Tr key={kind.kindId}>
              <Table.Td>
                {kind.document?.fileUrl ? (
                  <FileLink name={kind.name} address={() => addressOf(kind.kindId)}>
                    {kind.name}
                  </FileLink>
                ) : (
                  kind.name
                )}
                <Details kind={kind} />
              </Table.Td>
              <Table.Td align="right">
                <StatusTag area="staff-document" state={kind.document?.status ?? 'NONE'} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** What is to be known of a document below its name: for what, until when, why it was rejected. */
function Details({ kind: { needed, document } }: { kind: Kind }) {
  const expired = document?.status === 'EXPIRED';
  return (
    <>
      <Text size="sm" c={expired ? 'danger' : 'dimmed'}>
        {[needed ? 'Needed for approval' : null, document?.number ? `Number ${document.number}` : null]
          .filter(Boolean)
          .join(' · ')}
        {document?.expiresOn ? (
          <>
            {needed || document.number ? ' · ' : null}
            {expired ? 'Expired on ' : 'Valid until '}
            <DateText day={document.expiresOn} />
          </>
        ) : null}
      </Text>
      {document?.status === 'REJECTED' && document.reason ? (
        <Text size="sm" c="danger">
          {document.reason}
        </Text>
      ) : null}
    </>
  );
}
