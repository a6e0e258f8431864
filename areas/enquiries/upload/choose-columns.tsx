// What each heading of the file is taken for. Most files of the template never stop here.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import {
  type enquiryUploadContract,
  requiredColumns,
  type UploadColumn,
  uploadColumns,
} from './enquiry-upload.contract.ts';
import classes from './upload.module.css';

export type Headings = OutputOf<typeof enquiryUploadContract.headings>['headings'];
export type Columns = readonly (UploadColumn | null)[];

interface ChooseColumnsProps {
  headings: Headings;
  checking: boolean;
  onChosen: (columns: Columns) => void;
}

export function ChooseColumns({ headings, checking, onChosen }: ChooseColumnsProps) {
  const [columns, setColumns] = useState<Columns>(headings.map((one) => one.column));
  const missing = requiredColumns.filter((column) => !columns.includes(column));
  const optionsFor = (own: UploadColumn | null) =>
    uploadColumns.map((column) => ({
      value: column,
      label: column,
      disabled: column !== own && columns.includes(column),
    }));
  return (
    <Section
      title="Columns"
      help="Choose what each column of your file is. It is remembered for your next file with these headings."
    >
      <Stack gap="md">
        <ul className={classes.columns}>
          {headings.map(({ title, examples }, at) => (
            <li key={at}>
              <div className={classes.heading}>
                <Text fw={600}>{title || `Column ${at + 1}, without a name`}</Text>
                <Text className="quiet" lineClamp={1}>
                  {examples.length > 0 ? examples.join(' · ') : 'Empty'}
                </Text>
              </div>
              <Select
                aria-label={`${title || `Column ${at + 1}`} is`}
                placeholder="Not read"
                data={optionsFor(columns[at] ?? null)}
                value={columns[at] ?? null}
                onChange={(value) =>
                  setColumns(columns.with(at, uploadColumns.find((column) => column === value) ?? null))
                }
                searchable
                clearable
                className={classes.choice}
              />
            </li>
          ))}
        </ul>
        {missing.length > 0 && (
          <Alert color="warning" variant="light" role="status">
            Still needed: {missing.join(', ')}.
          </Alert>
        )}
        <Group>
          <Button onClick={() => onChosen(columns)} disabled={missing.length > 0} loading={checking}>
            Check the rows
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}
