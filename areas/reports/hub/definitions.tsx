import { textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { type ReportEntry, reportEntries } from '../catalogue.ts';

interface Defined {
  readonly name: string;
  readonly label: string;
  readonly meaning: string;
}

/** How every figure of every report is made, from its own declaration. */
export function Definitions() {
  const entries: readonly ReportEntry[] = Object.values(reportEntries);
  return (
    <Stack gap="md">
      {entries.flatMap(({ path, title, param = 'view', views }) =>
        views.map(({ value, of }) => (
          <Section key={of.name} title={`${title}: ${of.title}`} flush>
            <Text size="sm" c="dimmed" px="md" pb="xs">
              {of.definition}{' '}
              <Anchor component={Link} to={`${path}?${param}=${value}`} size="sm">
                Open the report
              </Anchor>
            </Text>
            <ShortTable<Defined>
              label={`Columns of ${title}: ${of.title}`}
              keyOf={({ name }) => name}
              rows={Object.entries(of.row).flatMap(([name, { label, help }]) =>
                help ? [{ name, label, meaning: help }] : [],
              )}
              columns={[
                textColumn('label', 'Column', (row) => row.label, { width: 180 }),
                textColumn('meaning', 'What it is', (row) => row.meaning),
              ]}
              minWidth={320}
            />
          </Section>
        )),
      )}
    </Stack>
  );
}
