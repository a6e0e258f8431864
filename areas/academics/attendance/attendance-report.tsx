import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { academicMonths, addDays, daysInMonth } from '@aangan/contract/period.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatCount, formatDay, formatPercent } from '@aangan/web/format.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { attendanceContract } from './attendance.contract.ts';
import classes from './attendance.module.css';
import {
  type AbsenceReason,
  absenceReasons,
  codeMarks,
  codeNames,
  daysOfHalves,
} from './attendance-codes.ts';
import { reportWords } from './report-words.tsx';

type Report = OutputOf<typeof attendanceContract.report>;

/** /attendance/report/{studentId}: a child's year, for staff and for the family. */
export function AttendanceReport() {
  const { studentId = '' } = useParams();
  const t = useText(reportWords);
  const query = useQuery(attendanceContract.report, { id: studentId });
  const [open, setOpen] = useState<'tell' | 'correct' | null>(null);
  const close = () => setOpen(null);
  return (
    <QueryState query={query}>
      {(report) => (
        <PageFrame
          title={`${t('title')}: ${report.name}`}
          primary={
            report.can['tellAbsence']
              ? { label: t('send'), run: () => setOpen('tell') }
              : report.can['requestCorrection']
                ? { label: 'Request correction', run: () => setOpen('correct') }
                : undefined
          }
        >
          <Stack gap="md">
            <Text c="dimmed">{`${report.className} · ${report.year.label}`}</Text>
            <Figures report={report} />
            <YearTable report={report} />
            <Months report={report} />
            <Absences report={report} />
            <Notes report={report} />
          </Stack>
          {open === 'tell' && <TellAbsence report={report} onClose={close} />}
          {open === 'correct' && (
            <CommandDialog
              of={attendanceContract.requestCorrection}
              title={`Correct a day of ${report.name}`}
              text="For days that are locked for you. Another person decides."
              confirm="Request correction"
              start={{ enrolmentId: report.enrolmentId }}
              fields={{ onDate: { earliest: report.year.from, latest: report.today } }}
              refresh={['attendance']}
              done="Correction requested"
              onClose={close}
            />
          )}
        </PageFrame>
      )}
    </QueryState>
  );
}

function Figures({ report }: { report: Report }) {
  const t = useText(reportWords);
  const { total } = report;
  if (total.rateBp === null) return <Text c="dimmed">{t('none')}</Text>;
  return (
    <TileRow>
      <Tile label={t('rate')} value={formatPercent(total.rateBp)} />
      <Tile label={t('attended')} value={`${daysOfHalves(total.halfDays)} / ${total.marked}`} />
      <Tile label={t('absent')} value={formatCount(total.counts.A)} />
      <Tile label={t('leave')} value={formatCount(total.counts.L)} />
      <Tile label={t('late')} value={formatCount(total.counts.LATE)} />
    </TileRow>
  );
}

const tints: Readonly<Record<string, string>> = {
  P: 'var(--a-success-tint)',
  LATE: 'var(--a-warning-tint)',
  EARLY: 'var(--a-warning-tint)',
  HD: 'var(--a-info-tint)',
  A: 'var(--a-danger-tint)',
  L: 'var(--a-neutral-tint)',
};

function YearTable({ report }: { report: Report }) {
  const t = useText(reportWords);
  const marks = new Map(report.days.map((one) => [one.day, one.code]));
  const closed = new Map(report.closed.map((one) => [one.day, one.title]));
  return (
    <Section title={t('year')} flush>
      <Table.ScrollContainer minWidth={860}>
        <table className={classes.year}>
          <thead>
            <tr>
              <th scope="col">{t('month')}</th>
              {Array.from({ length: 31 }, (_, n) => (
                <th key={n} scope="col">
                  {n + 1}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {academicMonths.map(({ month, name }) => {
              const year = Number((month >= '04' ? report.year.from : report.year.to).slice(0, 4));
              const days = daysInMonth(year, Number(month));
              return (
                <tr key={month}>
                  <th scope="row">{name}</th>
                  {Array.from({ length: days }, (_, n) => {
                    const day = addDays(`${year}-${month}-01`, n);
                    const code = marks.get(day);
                    const off = closed.get(day);
                    const says = code ? t(code) : off;
                    return (
                      <td
                        key={day}
                        className={off ? classes.closed : undefined}
                        style={code ? { background: tints[code] } : undefined}
                        title={says ? `${formatDay(day)}: ${says}` : formatDay(day)}
                      >
                        {code ? codeMarks[code] : off ? '·' : ''}
                      </td>
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
        </table>
      </Table.ScrollContainer>
      <Text size="sm" c="dimmed" px="md" py="xs">
        {[...codeNames.map((code) => `${codeMarks[code]} ${t(code)}`), `· ${t('closed')}`].join('  |  ')}
      </Text>
    </Section>
  );
}

function Months({ report }: { report: Report }) {
  const t = useText(reportWords);
  if (report.months.length === 0) return null;
  return (
    <Section title={t('months')} flush>
      <Table.ScrollContainer minWidth={480}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {[t('month'), t('attended'), t('absent'), t('leave'), t('late'), t('rate')].map((label) => (
                <Table.Th key={label}>{label}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {report.months.map((one) => (
              <Table.Tr key={one.month} className="figures">
                <Table.Td>{academicMonths.find(({ month }) => one.month.endsWith(month))?.name}</Table.Td>
                <Table.Td>{`${daysOfHalves(one.halfDays)} / ${one.marked}`}</Table.Td>
                <Table.Td>{one.counts.A}</Table.Td>
                <Table.Td>{one.counts.L}</Table.Td>
                <Table.Td>{one.counts.LATE}</Table.Td>
                <Table.Td>{one.rateBp === null ? '–' : formatPercent(one.rateBp)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

function Absences({ report }: { report: Report }) {
  const t = useText(reportWords);
  const rows = report.days.filter(({ code }) => code === 'A' || code === 'L').reverse();
  return (
    <Section title={t('absences')}>
      {rows.length === 0 ? (
        <Text c="dimmed">{t('noAbsences')}</Text>
      ) : (
        <Stack gap={6}>
          {rows.map((one) => (
            <Group key={one.day} gap="sm">
              <DateText day={one.day} />
              <Tag tone={one.code === 'A' ? 'danger' : 'neutral'}>{t(one.code)}</Tag>
              {one.reason && <Text size="sm">{t(one.reason)}</Text>}
              {one.note && (
                <Text size="sm" c="dimmed">
                  {one.note}
                </Text>
              )}
            </Group>
          ))}
        </Stack>
      )}
    </Section>
  );
}

function Notes({ report }: { report: Report }) {
  const t = useText(reportWords);
  const cancel = useCommand(attendanceContract.cancelNote, {
    refresh: ['attendance'],
    onDone: () => notice.ok(t('cancelled')),
    onError: (error) => notice.error(error),
  });
  return (
    <Section title={t('notes')}>
      {report.notes.length === 0 ? (
        <Text c="dimmed">{t('noNotes')}</Text>
      ) : (
        <Stack gap={6}>
          {report.notes.map((one) => (
            <Group key={one.id} gap="sm">
              <span>
                <DateText day={one.fromOn} /> – <DateText day={one.toOn} />
              </span>
              <Text size="sm">{t(one.reason)}</Text>
              <Tag tone={one.status === 'SEEN' ? 'success' : 'neutral'}>{t(one.status)}</Tag>
              {one.note && (
                <Text size="sm" c="dimmed">
                  {one.note}
                </Text>
              )}
              {one.can['cancel'] && (
                <button
                  type="button"
                  className="link-button"
                  onClick={() => void cancel.run({ id: report.enrolmentId, noteId: one.id })}
                >
                  {t('cancel')}
                </button>
              )}
            </Group>
          ))}
        </Stack>
      )}
    </Section>
  );
}

function TellAbsence({ report, onClose }: { report: Report; onClose: () => void }) {
  const t = useText(reportWords);
  const options = (Object.keys(absenceReasons) as AbsenceReason[]).map((value) => ({
    value,
    label: t(value),
  }));
  return (
    <CommandDialog
      of={attendanceContract.tellAbsence}
      title={t('tell')}
      confirm={t('send')}
      start={{ id: report.enrolmentId, fromOn: report.today, toOn: report.today }}
      fields={{
        fromOn: { label: t('from'), earliest: report.today },
        toOn: { label: t('until'), earliest: report.today },
        reason: { label: t('reason'), options },
        note: { label: t('note') },
      }}
      refresh={['attendance']}
      done={t('told')}
      onClose={onClose}
    />
  );
}
