import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Anchor, List, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { toddlerContract } from './toddler.contract.ts';

/** Opened without a child: a child of the programme is chosen by name. */
export function ToddlerSearch({ to }: { to: (id: string) => string }) {
  const [q, setQ] = useState('');
  const query = useQuery(toddlerContract.choices, q ? { q } : {}, { keepPrevious: true });
  return (
    <Section title="Which child?">
      <Stack gap="md">
        <FieldInput
          kind="text"
          name="q"
          label="Name or admission number"
          value={q}
          onChange={(value) => setQ(String(value ?? ''))}
        />
        <QueryState query={query}>
          {({ children }) =>
            children.length === 0 ? (
              <EmptyState
                title="No child of this name"
                help="Only children of the parent-toddler classes are found."
              />
            ) : (
              <List listStyleType="none" spacing="xs">
                {children.map((child) => (
                  <List.Item key={child.id}>
                    <Anchor component={Link} to={to(child.id)}>
                      {child.label}
                    </Anchor>
                  </List.Item>
                ))}
              </List>
            )
          }
        </QueryState>
      </Stack>
    </Section>
  );
}
