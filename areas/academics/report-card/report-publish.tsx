import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { BatchDrawer } from '@aangan/web/batch/batch-drawer.tsx';
import { BatchProgress } from '@aangan/web/batch/batch-progress.tsx';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Anchor, Button, Checkbox, Group, Modal, Progress, Select, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { gradeContract } from '../grade-book/grade.contract.ts';
import { sheetLabels } from '../grade-book/grade.states.ts';
import { type ReportSheet, reportBatch, reportCardContract } from './report-card.contract.ts';

type Board = OutputOf<typeof reportCardContract.board>;
const tones = {
  OPEN: 'neutral',
  SUBMITTED: 'info',
  RETURNED: 'warning',
  PROOFED: 'success',
  PUBLISHED: 'success',
} as const;
const REFRESH = ['report-card', 'grade'];

/** /grade-book/skills/report-publish: the sheets of a term, and publishing their cards. */
export function ReportPublish() {
  const [chosen, choose] = useParam('term');
  const { franchisee } = useSession();
  const query = useQuery(reportCardContract.board, chosen ? { termNo: Number(chosen) } : {}, {
    fresh: 0,
    enabled: franchisee !== null,
  });
  const [open, setOpen] = useState<'setting' | 'before' | null>(null);
  if (franchisee === null)
    return (
      <PageFrame title="Publish reports" context="centre-year">
        <EmptyState
          title="Choose a centre first"
          help="Cards are published by one centre. Choose it in the top bar."
        />
      </PageFrame>
    );
  return (
    <PageFrame
      title="Publish reports"
      context="centre-year"
      menu={[
        { label: 'Cards published before', run: () => setOpen('before') },
        { label: 'What cards show', run: () => setOpen('setting'), hidden: query.data?.can['set'] !== true },
      ]}
    >
      <QueryState query={query}>
        {(board) => (
          <Stack gap="md">
            <Select
              label="Term"
              data={board.terms.map(({ termNo, name }) => ({ value: String(termNo), label: name }))}
              value={board.termNo === null ? null : String(board.termNo)}
              onChange={choose}
              allowDeselect={false}
              w={160}
            />
            {board.rows.length === 0 ? (
              <EmptyState
                title="No sheets in this term"
                help="Sections with children appear here as soon as the term has begun."
              />
            ) : (
              <Sheets board={board} />
            )}
            {open === 'setting' && (
              <CommandDialog
                of={reportCardContract.saveSetting}
                title="What cards show"
                text="Holds for cards that are published from now on."
                confirm="Save"
                start={board.setting}
                refresh={REFRESH}
                done="Saved."
                onClose={() => setOpen(null)}
              />
            )}
          </Stack>
        )}
      </QueryState>
      {open === 'before' && (
        <BatchDrawer
          of={reportBatch}
          rowLink={({ id }) => `/grade-book/skills/final-report/${id}`}
          onClose={() => setOpen(null)}
        />
      )}
    </PageFrame>
  );
}

function Sheets({ board }: { board: Board }) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [returning, setReturning] = useState<ReportSheet | null>(null);
  const [publishing, setPublishing] = useState(false);
  const [batchIds, setBatchIds] = useState<readonly string[]>([]);
  const proof = useCommand(gradeContract.proof, {
    refresh: REFRESH,
    onDone: () => notice.ok('Marked as proof-read.'),
    onError: (error) => notice.error(error),
  });
  const chosen = board.rows.filter((row) => row.sheetId && picked.has(row.sheetId) && row.can['publish']);
  const toggle = (id: string) => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    setPicked(next);
  };
  return (
    <Section
      title="Sections"
      help="Tick proof-read sections to publish their cards."
      flush
      actions={
        <Button disabled={chosen.length === 0} onClick={() => setPublishing(true)}>
          {chosen.length === 0
            ? 'Publish cards'
            : `Publish ${chosen.reduce((sum, row) => sum + row.children, 0)} cards`}
        </Button>
      }
    >
      <Table.ScrollContainer minWidth={900}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {['', 'Section', 'Status', 'Grades', 'Remarks', 'Cards', 'Planned', 'By', ''].map(
                (label, n) => (
                  <Table.Th key={`${label} ${n}`}>{label}</Table.Th>
                ),
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {board.rows.map((row) => (
              <Table.Tr key={row.sectionId}>
                <Table.Td>
                  {row.sheetId && row.can['publish'] && (
                    <Checkbox
                      aria-label={`Publish ${row.section}`}
                      checked={picked.has(row.sheetId)}
                      onChange={() => row.sheetId && toggle(row.sheetId)}
                    />
                  )}
                </Table.Td>
                <Table.Td>
                  <Anchor
                    component={Link}
                    to={`/grade-book/skills/grade-entry?section=${row.sectionId}&term=${row.termId}`}
                  >
                    {row.section}
                  </Anchor>
                </Table.Td>
                <Table.Td>
                  <Tag tone={tones[row.status]}>{sheetLabels[row.status]}</Tag>
                </Table.Td>
                <Table.Td>
                  <Bar of={row.required} filled={row.filled} />
                </Table.Td>
                <Table.Td>
                  <Bar of={row.children} filled={row.remarks} />
                </Table.Td>
                <Table.Td className="figures">{`${row.cards} of ${row.children}`}</Table.Td>
                <Table.Td>
                  <DateText day={row.publishOn} />
                </Table.Td>
                <Table.Td>{row.proofedBy ?? row.submittedBy ?? '–'}</Table.Td>
                <Table.Td>
                  <Group gap="xs" wrap="nowrap">
                    {row.sheetId && row.can['proof'] && (
                      <Button
                        size="compact-sm"
                        loading={proof.running}
                        onClick={() =>
                          row.sheetId && void proof.run({ id: row.sheetId }, { ifMatch: row.version })
                        }
                      >
                        Proof-read
                      </Button>
                    )}
                    {row.can['return'] && (
                      <Button size="compact-sm" variant="default" onClick={() => setReturning(row)}>
                        {row.status === 'SUBMITTED' ? 'Return' : 'Reopen'}
                      </Button>
                    )}
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {returning?.sheetId && (
        <CommandDialog
          of={gradeContract.giveBack}
          title={`${returning.status === 'SUBMITTED' ? 'Return' : 'Reopen'} ${returning.section}`}
          text={
            returning.status === 'PUBLISHED'
              ? 'Published cards stay until the next version, which says why it was made.'
              : 'The teacher is notified and can change grades and remarks again.'
          }
          confirm={returning.status === 'SUBMITTED' ? 'Return' : 'Reopen'}
          start={{ id: returning.sheetId }}
          ifMatch={returning.version}
          refresh={REFRESH}
          done="The teacher was notified."
          onClose={() => setReturning(null)}
        />
      )}
      {publishing && (
        <PublishDialog
          rows={chosen}
          done={(batchId, now) => {
            setPicked(new Set());
            setPublishing(false);
            if (now) setBatchIds([batchId]);
          }}
          onClose={() => setPublishing(false)}
        />
      )}
      {batchIds.length > 0 && (
        <Modal opened onClose={() => setBatchIds([])} title="Publishing cards" centered>
          <BatchProgress of={reportBatch} ids={batchIds} refresh={REFRESH} onClose={() => setBatchIds([])} />
        </Modal>
      )}
    </Section>
  );
}

function Bar({ of, filled }: { of: number; filled: number }) {
  return (
    <Stack gap={2} miw={90}>
      <Text size="sm" className="figures">{`${filled} of ${of}`}</Text>
      <Progress value={of === 0 ? 0 : (filled / of) * 100} aria-hidden="true" />
    </Stack>
  );
}

interface PublishProps {
  rows: readonly ReportSheet[];
  done: (batchId: string, now: boolean) => void;
  onClose: () => void;
}

function PublishDialog({ rows, done, onClose }: PublishProps) {
  const [at, setAt] = useState<string | null>(null);
  const publish = useCommand(reportCardContract.publish, {
    refresh: REFRESH,
    onDone: ({ batchId, cards }) => {
      if (at !== null)
        notice.ok(`${cards} cards wait for their time. Stop them under Cards published before.`);
      done(batchId, at === null);
    },
    onError: (error) => notice.error(error),
  });
  const cards = rows.reduce((sum, row) => sum + row.children, 0);
  return (
    <Modal opened onClose={onClose} title={`Publish ${cards} cards`} centered>
      <Stack gap="md">
        <Text>{`Families of ${rows.map(({ section }) => section).join(', ')} get a message with their card.`}</Text>
        <FieldInput
          kind="dateTime"
          name="publishAt"
          label="At"
          help="Leave empty for now"
          optional
          value={at}
          error={publish.error?.fields['publishAt']}
          onChange={(value) => setAt(typeof value === 'string' ? value : null)}
        />
        <DialogFoot onCancel={onClose} running={publish.running}>
          <Button
            loading={publish.running}
            onClick={() =>
              void publish.run({ sheetIds: rows.flatMap((row) => row.sheetId ?? []), publishAt: at })
            }
          >
            {at === null ? 'Publish now' : 'Publish then'}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}
