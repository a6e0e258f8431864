import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { Link } from 'react-router';
import { ledgerContract } from './ledger.contract.ts';

/** What a child's screen shows when its path names no child. */
export function FindChild({ title, to }: { title: string; to: (reference: string) => string }) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 250);
  const query = useQuery(
    ledgerContract.students,
    { q, sort: 'childLabel', limit: 20 },
    { enabled: q.length >= 2, keepPrevious: true },
  );
  return (
    <PageFrame title={title} context="centre">
      <Section title="Find a child">
        <Stack gap="sm">
          <FieldInput
            kind="text"
            name="q"
            label="Name"
            autoFocus
            placeholder="At least two letters"
            value={typed}
            onChange={(value) => setTyped(String(value ?? ''))}
          />
          {q.length >= 2 && query.data?.rows.length === 0 ? (
            <Text size="sm">{`No child is called "${q}" here.`}</Text>
          ) : null}
          {q.length >= 2
            ? query.data?.rows.map((row) => (
                <Group key={row.id} gap="sm">
                  <Anchor component={Link} to={to(row.reference)}>
                    {row.childLabel}
                  </Anchor>
                  <Text size="sm" c="dimmed">
                    {[row.className, row.franchiseeName].filter(Boolean).join(' · ')}
                  </Text>
                </Group>
              ))
            : null}
        </Stack>
      </Section>
    </PageFrame>
  );
}
