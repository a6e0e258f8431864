import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { FileView } from '@aangan/web/ui/file-view.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, InstantText } from '@aangan/web/ui/values.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Alert, Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import '../staff-look.tsx';
import { staffDocumentContract } from './staff-document.contract.ts';
import { staffDocuments } from './staff-document.listing.ts';

type Document = OutputOf<typeof staffDocumentContract.view>;

/** One document over the queue: V verifies, R rejects, N shows the next that waits. */
export function CheckDocument({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(staffDocumentContract.view, { id }, { fresh: 0 });
  return (
    <Drawer opened onClose={onClose} size="60rem" title={query.data?.kind ?? 'Document'}>
      <QueryState query={query}>
        {(document) => (
          <Inside
            key={document.id}
            document={document}
            address={async () => (await query.refetch()).data?.fileUrl}
            onClose={onClose}
          />
        )}
      </QueryState>
    </Drawer>
  );
}

interface InsideProps {
  document: Document;
  address: () => Promise<string | null | undefined>;
  onClose: () => void;
}

function Inside({ document, address, onClose }: InsideProps) {
  const [, show] = useParam(staffDocuments.name);
  const [seen, setSeen] = useState(document.fileUrl === null);
  const [rejecting, setRejecting] = useState(false);
  const next = () => (document.nextId ? show(document.nextId) : onClose());
  const verify = useCommand(staffDocumentContract.verify, {
    refresh: ['staff', 'home'],
    onDone: () => {
      notice.ok(`${document.kind} of ${document.staffName} is verified.`);
      next();
    },
  });
  const decides = document.can['verify'] && seen && !verify.running;
  const verifyIt = () => {
    if (decides) void verify.run({ id: document.id }, { ifMatch: document.version });
  };
  useHotkeys(
    rejecting
      ? []
      : [
          ['v', verifyIt],
          ['r', () => decides && setRejecting(true)],
          ['n', () => document.nextId && show(document.nextId)],
        ],
  );
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Group gap="xs">
          {document.can['verify'] ? (
            <>
              <Button disabled={!seen} loading={verify.running} onClick={verifyIt}>
                Verify (V)
              </Button>
              <Button variant="default" c="danger" disabled={!seen} onClick={() => setRejecting(true)}>
                Reject (R)
              </Button>
            </>
          ) : (
            <StatusTag area="staff-document" state={document.status} />
          )}
        </Group>
        <Button variant="default" disabled={document.nextId === null} onClick={next}>
          Next waiting (N)
        </Button>
      </Group>
      {verify.error ? (
        <Alert color="danger" variant="light" role="alert">
          {verify.error.message}
        </Alert>
      ) : null}
      {document.status === 'UPLOADED' && !document.can['verify'] ? (
        <Text size="sm" c="dimmed">
          Another person who approves staff verifies this document.
        </Text>
      ) : null}
      <Facts
        items={[
          { label: 'Name', value: `${document.staffName} · ${document.employeeCode}` },
          { label: 'Centre', value: document.centre },
          { label: 'Number', value: document.number, hidden: !document.number },
          { label: 'Issued on', value: <DateText day={document.issuedOn} />, hidden: !document.issuedOn },
          { label: 'Valid until', value: <DateText day={document.expiresOn} />, hidden: !document.expiresOn },
          { label: 'Added by', value: document.uploadedBy ?? '–' },
          { label: 'Added', value: <InstantText at={document.uploadedAt} /> },
          { label: 'Reason', value: document.reason, hidden: !document.reason },
        ]}
      />
      {document.fileUrl ? (
        <FileView name={document.fileName ?? document.kind} address={address} onShown={() => setSeen(true)} />
      ) : (
        <Text c="dimmed">No copy is kept. Compare with the original document.</Text>
      )}
      {rejecting ? (
        <CommandDialog
          of={staffDocumentContract.reject}
          title={`Reject ${document.kind} of ${document.staffName}?`}
          text="The person is given the reason and adds another one."
          confirm="Reject"
          danger
          start={{ id: document.id }}
          ifMatch={document.version}
          refresh={['staff', 'home']}
          done={`${document.kind} of ${document.staffName} is rejected.`}
          onClose={() => setRejecting(false)}
        />
      ) : null}
    </Stack>
  );
}
