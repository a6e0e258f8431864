// Seats to fill, centre by class: typed, pasted from a spreadsheet, or taken over from the year before.
import { useCommand } from '@aangan/web/api/use-command.ts';
import { formatCount } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Button, Group, NumberInput, Stack, Table, Text } from '@mantine/core';
import { type ClipboardEvent, useState } from 'react';
import { b2sContract } from './b2s.contract.ts';
import classes from './b2s.module.css';

interface TargetCell {
  franchiseeId: number;
  classId: number;
  seats: number;
}
interface GridProps {
  seasonId: string;
  centres: readonly { id: number; label: string }[];
  classes: readonly { id: number; name: string }[];
  targets: readonly TargetCell[];
  /** Licensed seats, as a hint. */
  seats: readonly TargetCell[];
  lastYear: readonly TargetCell[];
  disabled: boolean;
}

const keyOf = (centre: number, classId: number) => `${centre} ${classId}`;
const mapOf = (cells: readonly TargetCell[]): ReadonlyMap<string, number> =>
  new Map(cells.map((cell) => [keyOf(cell.franchiseeId, cell.classId), cell.seats]));
const MOST = 2000;

export function TargetsGrid({
  seasonId,
  centres,
  classes: columns,
  targets,
  seats,
  lastYear,
  disabled,
}: GridProps) {
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const [percent, setPercent] = useState<number | string>(5);
  const saved = mapOf(targets);
  const hints = mapOf(seats);
  const save = useCommand(b2sContract.saveTargets, {
    refresh: ['b2s'],
    onDone: ({ saved: n }) => {
      notice.ok(`${formatCount(n)} ${n === 1 ? 'target' : 'targets'} saved.`);
      setTyped(new Map());
    },
    onError: (error) => notice.error(error),
  });
  const textAt = (key: string) => typed.get(key) ?? (saved.get(key) ? String(saved.get(key)) : '');
  const numberAt = (key: string) => Number(textAt(key)) || 0;
  const put = (entries: readonly (readonly [string, string])[]) => setTyped(new Map([...typed, ...entries]));
  const wrong = (text: string) => text !== '' && (!/^\d{1,4}$/.test(text) || Number(text) > MOST);
  const changed = [...typed].filter(([key, text]) => (Number(text) || 0) !== (saved.get(key) ?? 0));

  const paste = (event: ClipboardEvent<HTMLInputElement>, row: number, column: number) => {
    const text = event.clipboardData.getData('text');
    if (!/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    const lines = text.replace(/\r/g, '').replace(/\n$/, '').split('\n');
    put(
      lines.flatMap((line, i) =>
        line.split('\t').flatMap((cell, k) => {
          const centre = centres[row + i];
          const one = columns[column + k];
          return centre && one ? [[keyOf(centre.id, one.id), cell.replace(/[\s,]/g, '')] as const] : [];
        }),
      ),
    );
  };
  const copyLast = () =>
    put(
      lastYear.map((cell) => [
        keyOf(cell.franchiseeId, cell.classId),
        String(Math.min(MOST, Math.round((cell.seats * (100 + Number(percent))) / 100))),
      ]),
    );
  const total = centres.reduce(
    (sum, centre) => sum + columns.reduce((own, one) => own + numberAt(keyOf(centre.id, one.id)), 0),
    0,
  );
  return (
    <Stack gap="sm">
      <Group gap="sm" align="end">
        {lastYear.length > 0 && (
          <>
            <NumberInput
              label="Last year plus"
              suffix=" %"
              w={120}
              min={-100}
              max={200}
              value={percent}
              onChange={setPercent}
              disabled={disabled}
            />
            <Button variant="default" onClick={copyLast} disabled={disabled}>
              Take over
            </Button>
          </>
        )}
        <Text fz="sm" className="quiet">
          Paste a block from a spreadsheet into any field. The grey numbers are licensed seats.
        </Text>
      </Group>
      <Table.ScrollContainer minWidth={640} mah={520}>
        <table className={classes.targets}>
          <thead>
            <tr>
              <th scope="col">Centre</th>
              {columns.map((one) => (
                <th scope="col" key={one.id}>
                  {one.name}
                </th>
              ))}
              <th scope="col">Sum</th>
            </tr>
          </thead>
          <tbody>
            {centres.map((centre, row) => (
              <tr key={centre.id}>
                <th scope="row">{centre.label}</th>
                {columns.map((one, column) => {
                  const key = keyOf(centre.id, one.id);
                  return (
                    <td key={one.id}>
                      <input
                        inputMode="numeric"
                        aria-label={`${centre.label}, ${one.name}`}
                        aria-invalid={wrong(textAt(key))}
                        placeholder={hints.get(key) ? String(hints.get(key)) : ''}
                        value={textAt(key)}
                        disabled={disabled}
                        onChange={(event) => put([[key, event.currentTarget.value.trim()]])}
                        onPaste={(event) => paste(event, row, column)}
                      />
                    </td>
                  );
                })}
                <td className="figures">
                  {formatCount(columns.reduce((sum, one) => sum + numberAt(keyOf(centre.id, one.id)), 0))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Table.ScrollContainer>
      <Group justify="space-between">
        <Text fw={500} className="figures">
          {formatCount(total)} seats to fill
        </Text>
        <Button
          loading={save.running}
          disabled={disabled || changed.length === 0 || changed.some(([, text]) => wrong(text))}
          onClick={() =>
            void save.run({
              seasonId,
              targets: changed.map(([key, text]) => {
                const [franchiseeId = 0, classId = 0] = key.split(' ').map(Number);
                return { franchiseeId, classId, seats: Number(text) || 0 };
              }),
            })
          }
        >
          {changed.length > 0 ? `Save ${formatCount(changed.length)} changes` : 'Save targets'}
        </Button>
      </Group>
    </Stack>
  );
}
