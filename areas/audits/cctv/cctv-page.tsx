import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { CommandForm } from '@aangan/web/form/command-form.tsx';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { FileView } from '@aangan/web/ui/file-view.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, InstantText } from '@aangan/web/ui/values.tsx';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import '../audits-look.tsx';
import { type CctvDocument, cctvDocumentContract as contract } from './cctv-document.contract.ts';
import { cctvKinds } from './cctv-document.states.ts';

const LIST = '/cctvDocUpload/cctvDocUpload';

/** /cctvDocUpload/edit/{cctvDocId}: its files in place, the verdict of another person, and its correction until then. */
export function CctvPage() {
  const { cctvDocId = '' } = useParams();
  const query = useQuery(contract.view, { id: cctvDocId }, { fresh: 0 });
  return (
    <PageFrame
      title={query.data ? cctvKinds[query.data.kind] : 'CCTV document'}
      crumbs={[{ label: 'CCTV documents', to: LIST }]}
    >
      <QueryState query={query}>
        {(document) => (
          <Page
            key={document.version}
            document={document}
            addressOf={async (id) => (await query.refetch()).data?.files.find((file) => file.id === id)?.url}
          />
        )}
      </QueryState>
    </PageFrame>
  );
}

interface PageProps {
  document: CctvDocument;
  addressOf: (fileId: string) => Promise<string | undefined>;
}

function Page({ document, addressOf }: PageProps) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  return (
    <Stack gap="md">
      <Verdict document={document} ready={document.files.every(({ id }) => seen.has(id))} />
      <Facts
        items={[
          { label: 'Centre', value: document.centre },
          {
            label: 'Period',
            value: (
              <>
                <DateText day={document.periodFrom} /> to <DateText day={document.periodTo} />
              </>
            ),
          },
          { label: 'Valid to', value: <DateText day={document.validTo} />, hidden: !document.validTo },
          { label: 'Cameras', value: document.cameras, hidden: document.cameras === null },
          {
            label: 'Retention',
            value: `${document.retentionDays} days`,
            hidden: document.retentionDays === null,
          },
          { label: 'Uploaded by', value: document.uploadedBy ?? '–' },
          { label: 'Uploaded', value: <InstantText at={document.uploadedAt} /> },
          { label: 'Decided by', value: document.decidedBy, hidden: !document.decidedBy },
          { label: 'Decided', value: <InstantText at={document.decidedAt} />, hidden: !document.decidedAt },
          { label: 'Note', value: document.note, hidden: !document.note },
        ]}
      />
      {document.files.map((file) => (
        <Section key={file.id} title={file.name}>
          <FileView
            name={file.name}
            address={() => addressOf(file.id)}
            onShown={() => setSeen((before) => new Set([...before, file.id]))}
          />
        </Section>
      ))}
      {document.can['edit'] ? <Correction document={document} /> : null}
      <Section title="History">
        <HistoryPanel kind="cctv-document" id={document.id} />
      </Section>
    </Stack>
  );
}

function Verdict({ document, ready }: { document: CctvDocument; ready: boolean }) {
  const [rejecting, setRejecting] = useState(false);
  const name = cctvKinds[document.kind];
  const verify = useCommand(contract.verify, {
    refresh: ['cctv-document', 'home'],
    onDone: () => notice.ok(`${name} is verified.`),
    onError: (error) => notice.error(error),
  });
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <StatusTag area="cctv-document" state={document.status} />
        {document.superseded ? (
          <Text size="sm" c="dimmed">
            Replaced by a newer one
          </Text>
        ) : null}
        {document.expired ? (
          <Text size="sm" c="dimmed">
            Its last day is over
          </Text>
        ) : null}
      </Group>
      {document.status === 'REJECTED' && document.reason ? (
        <Alert color="danger" variant="light">
          {document.reason}
        </Alert>
      ) : null}
      {document.status === 'VERIFIED' ? (
        <Alert color="info" variant="light">
          A verified document cannot be changed. Upload a new version in the list.
        </Alert>
      ) : null}
      {document.can['verify'] ? (
        <Group gap="xs">
          <Button
            disabled={!ready}
            loading={verify.running}
            onClick={() => void verify.run({ id: document.id }, { ifMatch: document.version })}
          >
            Verify
          </Button>
          <Button variant="default" c="danger" disabled={!ready} onClick={() => setRejecting(true)}>
            Reject
          </Button>
          {ready ? null : (
            <Text size="sm" c="dimmed">
              Its files are loading.
            </Text>
          )}
        </Group>
      ) : null}
      {rejecting ? (
        <CommandDialog
          of={contract.reject}
          title={`Reject ${name}?`}
          text="Who uploaded it is given the reason and corrects it."
          confirm="Reject"
          danger
          start={{ id: document.id }}
          ifMatch={document.version}
          refresh={['cctv-document', 'home']}
          done={`${name} is rejected.`}
          onClose={() => setRejecting(false)}
        />
      ) : null}
    </Stack>
  );
}

function Correction({ document }: { document: CctvDocument }) {
  return (
    <CommandForm
      of={contract.edit}
      start={{
        id: document.id,
        kind: document.kind,
        periodFrom: document.periodFrom,
        periodTo: document.periodTo,
        validTo: document.validTo,
        cameras: document.cameras,
        retentionDays: document.retentionDays,
        note: document.note,
        fileIds: document.files.map(({ id }) => id),
      }}
      ifMatch={document.version}
      confirm="Save document"
      will="It waits for verification again"
      groups={[
        { names: ['kind'] },
        { names: ['periodFrom', 'periodTo', 'validTo', 'cameras', 'retentionDays'], columns: 2 },
        { names: ['fileIds', 'note'] },
      ]}
      refresh={['cctv-document', 'home']}
      fields={{
        fileIds: { chosenNames: Object.fromEntries(document.files.map(({ id, name }) => [id, name])) },
      }}
      done="Saved. The document waits for verification."
    />
  );
}
