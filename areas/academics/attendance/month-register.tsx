import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatPercent } from '@aangan/web/format.ts';
import { ExportButton } from '@aangan/web/record/export-button.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PrintButton, PrintFrame } from '@aangan/web/ui/print-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Group, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { attendanceContract } from './attendance.contract.ts';
import classes from './attendance.module.css';
import {
  type AttendanceCode,
  attendanceCodes,
  codeMarks,
  codeNames,
  daysOfHalves,
} from './attendance-codes.ts';

/** A section's register of a month, on paper and as a file. */
export function MonthRegister() {
  const [section, setSection] = useParam('of');
  const [wanted, setMonth] = useParam('month');
  const month = wanted ?? todayIst(serverNow()).slice(0, 7);
  const mine = useQuery(attendanceContract.today, {}).data?.tiles ?? [];
  const sectionId = section ?? mine[0]?.section.id ?? null;
  return (
    <Stack gap="md">
      <Group align="end" className="no-print">
        <Select
          label="Section"
          data={mine.map((tile) => ({ value: tile.section.id, label: tile.section.label }))}
          value={sectionId}
          onChange={setSection}
          allowDeselect={false}
        />
        <TextInput
          type="month"
          label="Month"
          value={month}
          onChange={(event) => setMonth(event.currentTarget.value || null)}
        />
        {sectionId && (
          <>
            <PrintButton />
            <ExportButton endpoint={attendanceContract.exportMonth} input={{ sectionId, month }} />
          </>
        )}
      </Group>
      {sectionId ? (
        <MonthTable sectionId={sectionId} month={month} />
      ) : (
        <EmptyState title="No section is yours" />
      )}
    </Stack>
  );
}

const markOf = (code: AttendanceCode | undefined): string => (code ? codeMarks[code] : '');

function MonthTable({ sectionId, month }: { sectionId: string; month: string }) {
  const query = useQuery(attendanceContract.month, { sectionId, month }, { keepPrevious: true });
  return (
    <QueryState query={query}>
      {({ section, days, rows }) => (
        <PrintFrame title={`Attendance register, ${section}`} subtitle={month}>
          <Table.ScrollContainer minWidth={900}>
            <table className={classes.year}>
              <thead>
                <tr>
                  <th scope="col">Roll</th>
                  <th scope="col">Child</th>
                  {days.map(({ day, closed }) => (
                    <th
                      key={day}
                      scope="col"
                      className={closed ? classes.closed : undefined}
                      title={closed ?? undefined}
                    >
                      {Number(day.slice(8))}
                    </th>
                  ))}
                  <th scope="col">Days</th>
                  <th scope="col">%</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.enrolmentId}>
                    <td>{row.rollNo ?? '–'}</td>
                    <th scope="row">{row.name}</th>
                    {days.map(({ day, closed }) => (
                      <td key={day} className={closed ? classes.closed : undefined}>
                        {closed ? '' : markOf(row.codes[day])}
                      </td>
                    ))}
                    <td>{`${daysOfHalves(row.halfDays)}/${row.marked}`}</td>
                    <td>{row.rateBp === null ? '–' : formatPercent(row.rateBp)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Table.ScrollContainer>
          <Text size="sm" c="dimmed" mt="sm">
            {codeNames.map((code) => `${codeMarks[code]} ${attendanceCodes[code]}`).join(' · ')}
          </Text>
          <p className="only-print">Signature of the class teacher: ____________________</p>
        </PrintFrame>
      )}
    </QueryState>
  );
}
