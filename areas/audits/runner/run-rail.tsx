import { formatPercent } from '@aangan/web/format.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Anchor, Group, Progress, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import '../audits-look.tsx';
import type { Question } from '../engine/audit.contract.ts';
import { type Audit, onlyInThisTab } from './audit-store.web.ts';
import { type KeptOp, unsentText } from './kept-ops.ts';

/** What is on the way, and what waits on this device for the network. */
export function Queue({
  kept,
  sending,
  problem,
}: {
  kept: readonly KeptOp[];
  sending: boolean;
  problem: string | null;
}) {
  const unsent = unsentText(kept);
  if (unsent === null) return <Text size="sm">Saved. It also opens on this device without a network.</Text>;
  return (
    <>
      <Text
        size="sm"
        role="status"
      >{`On this device, not sent yet: ${unsent}.${sending ? ' Sending…' : ''}`}</Text>
      {problem ? (
        <Text size="sm" c="var(--a-danger-text)" role="alert">
          {problem}
        </Text>
      ) : null}
      {onlyInThisTab() ? (
        <Text size="sm" c="var(--a-danger-text)" role="alert">
          This device keeps nothing. Leave this tab open until everything is sent.
        </Text>
      ) : null}
    </>
  );
}

export function Facts({ audit }: { audit: Audit }) {
  return (
    <Section title="Audit">
      <Stack gap={4} align="flex-start">
        <StatusTag area="audit" state={audit.status} />
        <Text size="sm">{audit.centre}</Text>
        {audit.subject ? <Text size="sm">{audit.subject}</Text> : null}
        <Text size="sm">
          <DateText day={audit.auditOn} />, {audit.auditor}
          {audit.mode === 'SELF' ? ', self check' : ''}
        </Text>
      </Stack>
    </Section>
  );
}

export function SoFar({
  counts,
  score,
  children,
}: Pick<Audit, 'counts' | 'score'> & {
  children: ReactNode;
}) {
  return (
    <Section title="So far">
      <Stack gap="xs">
        <Text fw={600} fz="xl" className="figures">
          {score.finalBp === null ? 'Not scored' : `${formatPercent(score.finalBp)} ${score.band ?? ''}`}
        </Text>
        {score.capped && score.rawBp !== score.finalBp ? (
          <Text size="sm" c="var(--a-danger-text)">
            {`${formatPercent(score.rawBp ?? 0)} without the critical failure`}
          </Text>
        ) : null}
        <Progress value={(counts.answered / counts.total) * 100} aria-label="Answered" />
        <Text size="sm">{`${counts.answered} of ${counts.total} answered, ${counts.faults === 1 ? '1 fault' : `${counts.faults} faults`}`}</Text>
        {score.categories.map((one) => (
          <Group key={one.categoryId} justify="space-between" gap="xs">
            <Text size="sm">{one.name}</Text>
            <Text size="sm" className="figures">
              {one.pctBp === null ? '–' : formatPercent(one.pctBp)}
            </Text>
          </Group>
        ))}
        {children}
      </Stack>
    </Section>
  );
}

const isOpen = ({ response, scale, optional }: Question): boolean =>
  response === null && scale === null && !optional;

/** What is still to be answered; each jumps to its question. */
export function Gaps({ questions }: { questions: readonly Question[] }) {
  const gaps = questions.filter(isOpen);
  if (gaps.length === 0) return null;
  return (
    <Section title="Still to answer">
      <Group gap="xs">
        {gaps.slice(0, 30).map(({ id, code }) => (
          <Anchor
            key={id}
            component="button"
            type="button"
            size="sm"
            onClick={() => document.getElementById(`q-${id}`)?.scrollIntoView({ block: 'center' })}
          >
            {code}
          </Anchor>
        ))}
        {gaps.length > 30 ? <Text size="sm">{`and ${gaps.length - 30} more`}</Text> : null}
      </Group>
    </Section>
  );
}
