import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Alert, Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { sopSectionContract } from '../library/sop-section.contract.ts';
import '../sop-look.tsx';
import { BlockEditor } from './block-editor.tsx';
import { BlockView } from './block-view.tsx';
import { type Block, readSeconds } from './blocks.ts';
import { changeKinds } from './sop.states.ts';
import { sopVersionContract as contract } from './sop-version.contract.ts';

type View = OutputOf<typeof contract.get>;
type Kind = keyof typeof changeKinds;
const REFRESH = ['sop-section', 'sop-version', 'sop'];

/** /sop/edit-section/{id}: the blocks of a section's next version. */
export function EditSection() {
  const { id = '' } = useParams();
  const query = useQuery(contract.get, { id }, { fresh: 0 });
  return (
    <PageFrame
      title={query.data?.section.title ?? 'SOP section'}
      context="centre"
      crumbs={[{ label: 'Manage SOPs', to: '/sop/manage-sops' }]}
    >
      <QueryState query={query}>
        {(view) => (
          // What was typed belongs to the draft that was opened: another one begins anew.
          <Editor key={`${view.draft?.id ?? 'new'}:${view.draft?.version ?? 0}`} view={view} />
        )}
      </QueryState>
    </PageFrame>
  );
}

function Editor({ view }: { view: View }) {
  const [body, setBody] = useState<Block[]>(view.body.map(({ block }) => block));
  const [kind, setKind] = useState<Kind>(view.draft?.changeKind ?? (view.live ? 'MINOR' : 'MAJOR'));
  const [note, setNote] = useState(view.draft?.changeNote ?? '');
  const [preview, setPreview] = useState(false);
  const urls = new Map(view.body.map(({ block, url }) => [block.id, url]));
  const changed =
    JSON.stringify(body) !== JSON.stringify(view.body.map(({ block }) => block)) ||
    kind !== (view.draft?.changeKind ?? kind) ||
    note !== (view.draft?.changeNote ?? '');
  const minutes = Math.max(1, Math.ceil(readSeconds(body) / 60));
  return (
    <TwoColumns
      main={
        <Section
          title={preview ? 'As readers see it' : 'Text'}
          help={minutes === 1 ? '1 minute to read' : `${minutes} minutes to read`}
          actions={
            <Button size="compact-sm" variant="default" onClick={() => setPreview(!preview)}>
              {preview ? 'Write' : 'Preview'}
            </Button>
          }
        >
          {preview || !view.can.save ? (
            <Stack gap="md">
              {body.map((block) => (
                <BlockView key={block.id} shown={{ block, url: urls.get(block.id) ?? null }} />
              ))}
              {body.length === 0 ? <Text c="dimmed">Nothing is written yet.</Text> : null}
            </Stack>
          ) : (
            <BlockEditor body={body} onChange={setBody} />
          )}
        </Section>
      }
      rail={
        <Stack gap="md">
          <About view={view} />
          <Section title="Next version">
            <Stack gap="md">
              {view.draft?.decisionNote && view.draft.status === 'DRAFT' ? (
                <Alert color="warning" variant="light" title="It came back">
                  {view.draft.decisionNote}
                </Alert>
              ) : null}
              {view.live || view.difference ? (
                <>
                  <Radio.Group
                    label="Kind of change"
                    value={kind}
                    onChange={(value) => setKind(value as Kind)}
                  >
                    <Stack gap="xs" mt="xs">
                      {Object.entries(changeKinds).map(([value, label]) => (
                        <Radio key={value} value={value} label={label} disabled={!view.can.save} />
                      ))}
                    </Stack>
                  </Radio.Group>
                  <Textarea
                    label="What changed"
                    description="Readers see it; at least 10 characters"
                    value={note}
                    maxLength={500}
                    autosize
                    minRows={2}
                    disabled={!view.can.save}
                    onChange={(event) => setNote(event.currentTarget.value)}
                  />
                </>
              ) : (
                <Text size="sm" c="dimmed">
                  The first version becomes 1.0.
                </Text>
              )}
              <Steps view={view} entered={{ body, changeKind: kind, changeNote: note }} changed={changed} />
            </Stack>
          </Section>
        </Stack>
      }
    />
  );
}

interface Entered {
  body: Block[];
  changeKind: Kind;
  changeNote: string;
}

function Steps({ view, entered, changed }: { view: View; entered: Entered; changed: boolean }) {
  const { draft, can } = view;
  const onError = (error: Parameters<typeof notice.error>[0]) => notice.error(error);
  const save = useCommand(contract.save, { refresh: REFRESH, onError });
  const submit = useCommand(contract.submit, {
    refresh: REFRESH,
    onDone: () => notice.ok('Handed in. Another person approves it.'),
    onError,
  });
  const recall = useCommand(contract.recall, {
    refresh: REFRESH,
    onDone: () => notice.ok('Taken back.'),
    onError,
  });
  const discard = useCommand(contract.discard, {
    refresh: REFRESH,
    onDone: () => notice.ok('The draft is gone.'),
    onError,
  });
  const input = {
    sectionId: view.section.id,
    draft: draft ? { id: draft.id, version: draft.version } : null,
    body: entered.body,
    changeKind: entered.changeKind,
    ...(entered.changeNote.trim() ? { changeNote: entered.changeNote.trim() } : {}),
  };
  const saveAndSubmit = async () => {
    const saved = changed || !draft ? await save.run(input) : draft;
    if (saved) await submit.run({ id: saved.id }, { ifMatch: saved.version });
  };
  if (draft?.status === 'IN_REVIEW')
    return (
      <Stack gap="sm">
        <StatusTag area="sop-version" state="IN_REVIEW" />
        {can.recall ? (
          <Button
            variant="default"
            loading={recall.running}
            onClick={() => void recall.run({ id: draft.id }, { ifMatch: draft.version })}
          >
            Recall
          </Button>
        ) : null}
      </Stack>
    );
  if (!can.save) return <Text c="dimmed">Head office writes this section.</Text>;
  return (
    <Stack gap="sm">
      <Button loading={submit.running} onClick={() => void saveAndSubmit()}>
        Submit for approval
      </Button>
      <Button
        variant="default"
        loading={save.running}
        disabled={!changed}
        onClick={() => void save.run(input).then((saved) => saved && notice.ok('Saved as a draft.'))}
      >
        Save draft
      </Button>
      {draft ? (
        <Button
          variant="subtle"
          color="danger"
          loading={discard.running}
          onClick={() => void discard.run({ id: draft.id }, { ifMatch: draft.version })}
        >
          Discard draft
        </Button>
      ) : null}
    </Stack>
  );
}

function About({ view: { section, live, can } }: { view: View }) {
  const [changing, setChanging] = useState(false);
  return (
    <Section
      title="Section"
      actions={
        can.save ? (
          <Button size="compact-sm" variant="default" onClick={() => setChanging(true)}>
            Change
          </Button>
        ) : null
      }
    >
      <Stack gap="sm">
        <Group gap="xs">
          <StatusTag area="sop-section" state={section.status} />
        </Group>
        <Facts
          min={120}
          items={[
            { label: 'Code', value: section.code },
            { label: 'Version in force', value: live ?? 'None' },
            { label: 'Owner', value: section.ownerName },
            { label: 'Days to acknowledge', value: section.ackDueDays },
            { label: 'Review by', value: <DateText day={section.reviewBy} /> },
            { label: 'For', value: section.centre ?? 'The network' },
          ]}
        />
      </Stack>
      {changing ? (
        <CommandDialog
          of={sopSectionContract.change}
          title="Change the section"
          confirm="Save"
          start={{
            id: section.id,
            folderId: section.folderId,
            title: section.title,
            code: section.code,
            ackDueDays: section.ackDueDays,
            ...(section.reviewBy ? { reviewBy: section.reviewBy } : {}),
            position: section.position,
            ownerId: section.ownerId,
          }}
          ifMatch={section.version}
          refresh={REFRESH}
          done="Saved."
          onClose={() => setChanging(false)}
        />
      ) : null}
    </Section>
  );
}
