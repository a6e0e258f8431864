import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Anchor, Group, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { Link } from 'react-router';
import { recordedContract as contract, type RecordedClass } from './recorded.contract.ts';
import { RecordedCards } from './recorded-cards.tsx';
import { recordedFolder } from './recorded-paths.ts';

/** /recorded/list: the folders, and the latest recorded classes by class. */
export function RecordedList() {
  const [classId, setClassId] = useParam('class');
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), 300);
  const query = useQuery(
    contract.latest,
    { ...(classId ? { classId: Number(classId) } : {}), ...(q ? { q } : {}) },
    { fresh: 0, keepPrevious: true },
  );
  return (
    <PageFrame title="Recorded classes" context="centre">
      <QueryState query={query}>
        {({ folders, classes, rows }) => (
          <Stack gap="md">
            {folders.length > 0 ? (
              <Section title="Folders">
                <Group gap="md">
                  {folders.map(({ id, name, count }) => (
                    <Anchor key={id} component={Link} to={recordedFolder(id)}>
                      {`${name} (${count})`}
                    </Anchor>
                  ))}
                </Group>
              </Section>
            ) : null}
            {classes.length > 0 ? (
              <Group gap="sm" align="flex-end">
                <TextInput
                  aria-label="Search recorded classes"
                  placeholder="Title or video"
                  value={text}
                  maxLength={100}
                  onChange={(event) => setText(event.currentTarget.value)}
                />
                {classes.length > 1 ? (
                  <FieldInput
                    kind="choice"
                    name="class"
                    label="Class"
                    bare
                    optional
                    placeholder="All classes"
                    options={classes.map(({ id, name }) => ({ value: String(id), label: name }))}
                    value={classId}
                    onChange={(value) => setClassId(typeof value === 'string' && value ? value : null)}
                  />
                ) : null}
              </Group>
            ) : null}
            {rows.length === 0 ? (
              <EmptyState
                title={q || classId ? 'No recorded class fits' : 'No recorded classes yet'}
                help={q || classId ? undefined : 'They appear here once a teacher adds one to a folder.'}
              />
            ) : (
              byClass(rows).map(([name, own]) => (
                <Section key={name} title={name}>
                  <RecordedCards rows={own} placed />
                </Section>
              ))
            )}
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

/** In the order of the latest of each class. */
function byClass(rows: readonly RecordedClass[]): [string, RecordedClass[]][] {
  const groups = new Map<string, RecordedClass[]>();
  for (const row of rows) {
    const name = row.className ?? 'All classes';
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return [...groups];
}
