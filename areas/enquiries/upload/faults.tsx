// The faulty cells of a checked file, to be mended in place.
import { formatCount } from '@aangan/web/format.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Group, Table, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import {
  type DryRunOutcome,
  MAX_MENDED,
  type UploadColumn,
  uploadColumns,
} from './enquiry-upload.contract.ts';
import classes from './upload.module.css';
import { saveFaulty } from './upload-look.tsx';

export interface Change {
  row: number;
  column: UploadColumn;
  value: string;
}

interface FaultsProps {
  checked: DryRunOutcome;
  mending: boolean;
  mend: (changes: Change[]) => void;
}

const keyOf = ({ row, field }: { row: number; field: string }): string => `${row} ${field}`;

export function Faults({ checked, mending, mend }: FaultsProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const n = checked.errors.length;
  const shown = checked.errors.slice(0, MAX_MENDED);
  const changes = shown.flatMap((fault): Change[] => {
    const value = typed[keyOf(fault)];
    const column = uploadColumns.find((one) => one === fault.field);
    return value === undefined || value === fault.value || !column ? [] : [{ row: fault.row, column, value }];
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changes.length > 0 && !mending) mend(changes);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Section
        title={n === 1 ? '1 fault' : `${formatCount(n)} faults`}
        help="Nothing has been saved yet. Mend the cells here and check again, or download the faulty rows as in your file, with what to mend in a last column."
        flush
        actions={
          <Group gap="sm">
            <Button variant="default" onClick={() => void saveFaulty(checked.jobId)}>
              Download the faulty rows
            </Button>
            <Button type="submit" variant="default" disabled={changes.length === 0} loading={mending}>
              {changes.length > 0 ? `Check again with ${formatCount(changes.length)} mended` : 'Check again'}
            </Button>
          </Group>
        }
      >
        <Table.ScrollContainer minWidth={280}>
          <Table horizontalSpacing="sm" verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Row</Table.Th>
                <Table.Th>Column</Table.Th>
                <Table.Th>What to mend</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((fault) => (
                <Table.Tr key={keyOf(fault)}>
                  <Table.Td className="figures">{fault.row}</Table.Td>
                  <Table.Td>{fault.field}</Table.Td>
                  <Table.Td>
                    <TextInput
                      aria-label={`${fault.field} of row ${fault.row}`}
                      value={typed[keyOf(fault)] ?? fault.value}
                      error={fault.text}
                      maxLength={1000}
                      className={classes.cell}
                      onChange={(event) => setTyped({ ...typed, [keyOf(fault)]: event.currentTarget.value })}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        {n > MAX_MENDED && (
          <Text p="md">The first {MAX_MENDED} are shown; the download has all rows with faults.</Text>
        )}
      </Section>
    </form>
  );
}
