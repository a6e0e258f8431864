import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatPercent } from '@aangan/web/format.ts';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { dayColumn, stateColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import '../audits-look.tsx';
import { auditContract as contract, type Question } from '../engine/audit.contract.ts';
import { isFault } from '../engine/score.ts';
import { severities } from '../finding/finding.states.ts';
import { ReviewDialog, type ReviewStep } from '../review/review-steps.tsx';
import { useAcknowledge } from '../review/use-acknowledge.web.ts';
import { deviceId } from '../runner/device-id.web.ts';
import { runPath } from '../runner/runner-paths.ts';
import { auditReaders } from './audit.listing.ts';
import { AuditPhoto } from './audit-photo.tsx';
import { AuditStatus } from './audit-status.tsx';

type Audit = OutputOf<typeof contract.get>;

/** /audit/viewAudit/{id}, /general-audit/view-audit/{auditId} */
export function ViewAudit() {
  const { id, auditId } = useParams();
  const query = useQuery(contract.get, { id: auditId ?? id ?? '' });
  const [step, setStep] = useState<ReviewStep | null>(null);
  const { holds } = useSession();
  const acknowledge = useAcknowledge();
  const takeOver = useTakeOver();
  return (
    <QueryState query={query}>
      {(audit) => (
        <PageFrame
          title={`${audit.number} ${audit.type}`}
          crumbs={[{ label: 'Audits' }, { label: audit.centre }]}
          primary={
            audit.can['approve']
              ? { label: 'Publish', run: () => setStep('approve') }
              : audit.can['acknowledge']
                ? { label: 'I have read it', run: () => void acknowledge.run({ id: audit.id }) }
                : { label: 'Continue', to: runPath(audit.family, audit.id), hidden: !audit.can['answer'] }
          }
          menu={[
            { label: 'Take over', run: () => void takeOver(audit), hidden: !audit.can['takeOver'] },
            { label: 'Return', run: () => setStep('return'), hidden: !audit.can['return'] },
            { label: 'Make void', danger: true, run: () => setStep('void'), hidden: !audit.can['void'] },
          ]}
        >
          <Stack gap="md">
            <Head audit={audit} />
            <PageTabs
              tabs={[
                {
                  value: 'answers',
                  label: 'Answers',
                  count: audit.counts.answered,
                  content: <Answers audit={audit} />,
                },
                {
                  value: 'findings',
                  label: 'Findings',
                  count: audit.findings.length,
                  hidden: audit.findings.length === 0,
                  content: <Findings audit={audit} />,
                },
                { value: 'scores', label: 'Scores', content: <Scores audit={audit} /> },
                {
                  value: 'history',
                  label: 'History',
                  hidden: !holds(auditReaders),
                  content: <HistoryPanel kind="audit" id={audit.id} />,
                },
              ]}
            />
            {step ? <ReviewDialog step={step} audit={audit} onClose={() => setStep(null)} /> : null}
          </Stack>
        </PageFrame>
      )}
    </QueryState>
  );
}

/** Goes on with another auditor's audit, here. */
function useTakeOver() {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const claim = useCommand(contract.claim, { onError: (error) => notice.error(error) });
  return async ({ id, number, family, auditor }: Audit) => {
    const sure = await confirm({
      title: `Take over ${number}`,
      text: `You go on as its auditor. What ${auditor} has not sent yet does not reach it any more.`,
      confirm: 'Take over',
    });
    if (sure && (await claim.run({ id, deviceId: await deviceId() }))) void navigate(runPath(family, id));
  };
}

function Head({ audit }: { audit: Audit }) {
  const { score, counts } = audit;
  return (
    <>
      <Group gap="sm">
        <AuditStatus family={audit.family} status={audit.status} whole />
        <Text size="sm">
          <DateText day={audit.auditOn} />, {audit.auditor}
          {audit.subject ? `, about ${audit.subject}` : ''}
          {audit.mode === 'SELF' ? ', self check' : ''}
        </Text>
      </Group>
      <TileRow>
        <Tile
          label="Score"
          value={score.finalBp === null ? 'Not scored' : formatPercent(score.finalBp)}
          period={
            score.capped && score.rawBp !== score.finalBp
              ? `${formatPercent(score.rawBp ?? 0)} without the critical failure`
              : undefined
          }
        />
        <Tile label="Band" value={score.band ?? '–'} />
        <Tile label="Answered" value={`${counts.answered} of ${counts.total}`} />
        <Tile label="Faults" value={counts.faults} />
      </TileRow>
      {audit.signoff ? (
        <Text size="sm">
          {`Sign-off: ${audit.signoff.toLowerCase()}${audit.signoffName ? `, ${audit.signoffName}` : ''}${audit.signoffNote ? `. ${audit.signoffNote}` : ''}`}
        </Text>
      ) : null}
    </>
  );
}

const words = { yes: 'Yes', no: 'No', na: 'Not applicable' } as const;

function Answers({ audit }: { audit: Audit }) {
  const [shown, setShown] = useState('all');
  const keep = (one: Question): boolean =>
    shown === 'all' || (shown === 'faults' ? isFault(one) : one.response === 'na');
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label="Which answers"
        value={shown}
        onChange={setShown}
        data={[
          { value: 'all', label: 'All' },
          { value: 'faults', label: 'Faults' },
          { value: 'na', label: 'Not applicable' },
        ]}
        style={{ alignSelf: 'flex-start' }}
      />
      {audit.categories.map(({ id, name, subCategories }) => {
        const questions = subCategories.flatMap((sub) => sub.questions).filter(keep);
        return questions.length === 0 ? null : (
          <Section key={id} title={name}>
            <Stack gap="sm">
              {questions.map((one) => (
                <Answer key={one.id} one={one} auditId={audit.id} />
              ))}
            </Stack>
          </Section>
        );
      })}
    </Stack>
  );
}

function Answer({ one, auditId }: { one: Question; auditId: string }) {
  const text = one.response ? words[one.response] : one.scale === null ? '–' : `${one.scale} of 5`;
  return (
    <Stack gap={2}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm">
          <Text span c="dimmed">
            {one.code}{' '}
          </Text>
          {one.question}
          {one.critical ? ' (critical)' : ''}
        </Text>
        <Text
          size="sm"
          fw={500}
          {...(isFault(one) ? { c: 'var(--a-danger-text)' } : {})}
          style={{ whiteSpace: 'nowrap' }}
        >
          {text}
        </Text>
      </Group>
      {one.note ? (
        <Text size="sm" c="dimmed">
          {one.note}
        </Text>
      ) : null}
      {one.photos.length > 0 ? (
        <Group gap="xs">
          {one.photos.map(({ fileId }, n) => (
            <AuditPhoto key={fileId} auditId={auditId} fileId={fileId} n={n + 1} />
          ))}
        </Group>
      ) : null}
    </Stack>
  );
}

const Findings = ({ audit }: { audit: Audit }) => (
  <Section flush>
    <ShortTable<Audit['findings'][number]>
      label="Findings"
      rows={audit.findings}
      keyOf={(row) => row.id}
      columns={[
        textColumn('text', 'Finding', (row) => `${row.code} ${row.text}`, {
          second: (row) =>
            row.response ? (
              <>
                {row.response}
                <Group gap="xs">
                  {row.photos.map(({ fileId }, n) => (
                    <AuditPhoto key={fileId} auditId={audit.id} fileId={fileId} n={n + 1} />
                  ))}
                </Group>
              </>
            ) : null,
        }),
        textColumn('severity', 'Severity', (row) => severities[row.severity]),
        dayColumn('dueOn', 'Due', (row) => row.dueOn),
        stateColumn('finding', (row) => row.status),
      ]}
    />
  </Section>
);

const Scores = ({ audit }: { audit: Audit }) => (
  <Section flush>
    <ShortTable<Audit['score']['categories'][number]>
      label="Scores by category"
      rows={audit.score.categories}
      keyOf={(row) => row.categoryId}
      columns={[
        textColumn('name', 'Category', (row) => row.name),
        textColumn(
          'points',
          'Points',
          (row) => (row.max === 0 ? 'Not applicable' : `${row.got} of ${row.max}`),
          {
            align: 'end',
          },
        ),
        textColumn('pct', 'Per cent', (row) => (row.pctBp === null ? '–' : formatPercent(row.pctBp)), {
          align: 'end',
        }),
        textColumn(
          'weight',
          'Weight',
          (row) => (row.weightBp === 0 ? 'Unscored' : formatPercent(row.weightBp)),
          {
            align: 'end',
          },
        ),
      ]}
    />
  </Section>
);
