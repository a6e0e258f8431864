// The columns of register and pipeline table.
import { daysBetween, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { type Column, dayColumn, instantColumn, stateColumn, textColumn } from '@aangan/web/table/column.tsx';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Group, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { ageText, Flame, NextDate, useEnquiryChoices } from '../enquiry/enquiry-look.tsx';
import type { EnquiryRow } from '../enquiry/enquiry-row.ts';
import { languageName } from '../enquiry/language-names.ts';
import { stageLabel } from '../enquiry/stage-label.ts';
import { stepLabel, stepsFrom } from './next-steps.ts';

const genders: Readonly<Record<string, string>> = { MALE: 'boy', FEMALE: 'girl' };

/** What needs an eye: a likely double, a first answer that is late, a row kept to read. */
function chips(row: EnquiryRow) {
  const late =
    row.slaDueAt !== null && row.firstAttemptAt === null && new Date(row.slaDueAt).getTime() < serverNow();
  const open = row.spancoStatus !== 'Order' && row.spancoStatus !== 'Lost';
  if (!row.possibleDuplicate && !row.whichChild && !row.merged && !row.erased && !(late && open)) return '–';
  return (
    <Group gap={4} wrap="nowrap">
      {late && open && <Tag tone="danger">Answer late</Tag>}
      {row.possibleDuplicate && <Tag tone="warning">Duplicate?</Tag>}
      {row.whichChild && <Tag tone="warning">Which child?</Tag>}
      {row.merged && <Tag tone="neutral">Merged</Tag>}
      {row.erased && <Tag tone="neutral">Erased</Tag>}
    </Group>
  );
}

/** A number whose holder typed the code that was sent to it. */
function ConfirmedNumber({ number }: { number: string | null }) {
  return (
    <Group gap={4} wrap="nowrap" component="span" title="Confirmed number">
      {number}
      <IconCircleCheck
        {...smallIcon}
        role="img"
        aria-label="Confirmed number"
        color="var(--a-success-text)"
      />
    </Group>
  );
}

const child: Column<EnquiryRow> = {
  id: 'child',
  label: 'Child',
  minWidth: 180,
  cell: (row) => row.childName,
  second: (row) =>
    [row.enquiryCode, ageText(row.childDob, row.dobApprox), genders[row.childGender ?? '']]
      .filter(Boolean)
      .join(' · '),
};
const source: Column<EnquiryRow> = {
  id: 'source',
  label: 'Source',
  width: 110,
  cell: (row) => row.sourceName,
  second: (row) => row.campaign,
};
const stage: Column<EnquiryRow> = {
  id: 'stage',
  label: 'Stage',
  width: 135,
  cell: (row) => stageLabel(row.stage),
  second: (row) => row.subStatus,
};
const next: Column<EnquiryRow> = {
  id: 'next',
  label: 'Next follow-up',
  width: 125,
  sort: 'nextFollowUpOn',
  cell: (row) => <NextDate row={row} />,
};
const lastNote: Column<EnquiryRow> = {
  id: 'lastNote',
  label: 'Last note',
  minWidth: 200,
  cell: (row) =>
    row.lastNote ? (
      <Text lineClamp={1} fz="sm" title={row.lastNote}>
        {row.lastNote}
      </Text>
    ) : (
      '–'
    ),
};

export const enquiryColumns: Column<EnquiryRow>[] = [
  child,
  textColumn('class', 'Class', (row) => row.className ?? '–', {
    width: 100,
    second: (row) => row.classCategory,
  }),
  textColumn('parent', 'Parent', (row) => row.guardianName, {
    minWidth: 145,
    second: (row) => (row.mobileConfirmed ? <ConfirmedNumber number={row.mobileMasked} /> : row.mobileMasked),
  }),
  source,
  stateColumn('enquiry', (row) => row.spancoStatus, { width: 110 }),
  stage,
  next,
  {
    id: 'temperature',
    label: 'Temperature',
    width: 95,
    cell: (row) => <Flame temperature={row.temperature} />,
  },
  textColumn('owner', 'Owner', (row) => row.ownerName ?? 'Nobody', { width: 100 }),
  instantColumn('capturedAt', 'Captured', (row) => row.capturedAt, {
    sort: 'capturedAt',
    width: 150,
  }),
  { id: 'chips', label: 'Marks', width: 110, cell: (row) => chips(row) },
  textColumn('attempts', 'Attempts', (row) => row.attempts, { width: 90, align: 'end' }),
  lastNote,
  textColumn('programme', 'Programme', (row) => row.programme, { width: 150, hidden: true }),
  textColumn('pincode', 'Pincode', (row) => row.pincode, { width: 100, hidden: true }),
  instantColumn('firstAnswer', 'First answer', (row) => row.firstAttemptAt, { hidden: true }),
  instantColumn('lastContact', 'Last contact', (row) => row.lastContactAt, { hidden: true }),
  textColumn('lostReason', 'Lost because', (row) => row.lostReason, { width: 150, hidden: true }),
  dayColumn('reviveOn', 'Try again on', (row) => row.reviveOn, { hidden: true }),
  instantColumn('updated', 'Updated', (row) => row.lastActivityAt, { hidden: true }),
];

/** Shown by whom wants them, and asked for only then: their ids are those of `askedColumns`. */
const asked: Column<EnquiryRow>[] = [
  textColumn('email', 'E-mail', (row) => row.asked?.emailMasked, { width: 190, hidden: true }),
  textColumn('language', 'Language', (row) => row.asked?.language && languageName(row.asked.language), {
    width: 110,
    hidden: true,
  }),
  textColumn('touches', 'Times asked', (row) => row.asked?.touches, {
    width: 110,
    align: 'end',
    hidden: true,
  }),
  textColumn('code', 'QR code or link', (row) => row.asked?.codeLabel, { width: 170, hidden: true }),
  textColumn('answerMinutes', 'Answered in (min)', (row) => row.asked?.answerMinutes, {
    width: 150,
    align: 'end',
    hidden: true,
  }),
];

/** More than the width of a laptop holds; the queue and the pipeline tell them. */
const ON_DEMAND = new Set(['temperature', 'attempts', 'lastNote']);
export const registerColumns: Column<EnquiryRow>[] = [
  ...enquiryColumns.map((column) => (ON_DEMAND.has(column.id) ? { ...column, hidden: true } : column)),
  ...asked,
];

const days: Column<EnquiryRow> = {
  id: 'days',
  label: 'Days in stage',
  width: 115,
  align: 'end',
  cell: (row) =>
    Math.max(0, daysBetween(todayIst(new Date(row.stageSince)), todayIst(new Date(serverNow())))),
};
const step: Column<EnquiryRow> = {
  id: 'step',
  label: 'Next step',
  width: 185,
  cell: (row) => <NextStepText row={row} />,
};

/** The pipeline's table: where each stands, how long, and what comes next; then the register's other columns. */
const FIRST = ['child', 'status', 'stage'];
const SECOND = ['next', 'owner', 'temperature'];
const of = (ids: readonly string[]) => enquiryColumns.filter((column) => ids.includes(column.id));
export const pipelineColumns: Column<EnquiryRow>[] = [
  ...of(FIRST),
  days,
  step,
  ...of(SECOND),
  ...enquiryColumns.filter((column) => ![...FIRST, ...SECOND, 'lastNote'].includes(column.id)),
  { ...lastNote, hidden: true },
];

// The first step the table allows that leads further on.
function NextStepText({ row }: { row: EnquiryRow }) {
  const { stages } = useEnquiryChoices().data ?? {};
  if (!stages || row.merged) return <span className="quiet">–</span>;
  const at = { stage: row.stage, status: row.spancoStatus };
  const [step] = stepsFrom(at, stages).filter((one) => one.status !== 'Lost' && one.action !== 'step-back');
  if (step) return stepLabel(step);
  return <span className="quiet">{row.spancoStatus === 'Order' ? '–' : 'Comes from admissions'}</span>;
}
