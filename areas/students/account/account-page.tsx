import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { useText } from '@aangan/web/text/text.tsx';
import type { Action } from '@aangan/web/ui/action.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Anchor, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { accountContract } from './account.contract.ts';
import { words } from './account-words.tsx';

export type AccountChild = NonNullable<OutputOf<typeof accountContract.child>['child']>;

export const DETAILS = '/student-account/details';
export const TRANSACTIONS = '/student-account/transaction';

interface AccountPageProps {
  title: string;
  path: string;
  /** What else there is to do with this child. */
  menu: (child: AccountChild, family: boolean) => readonly Action[];
  children: (child: AccountChild, family: boolean) => ReactNode;
}

/** Both account screens: a family sees its own child, staff choose one by search (`?student=`, students.md D7). */
export function AccountPage({ title, path, menu, children }: AccountPageProps) {
  const t = useText(words);
  const [student, pick] = useParam('student');
  const query = useQuery(accountContract.child, student ? { student } : {});
  const child = query.data?.child ?? null;
  const family = query.data?.family ?? false;
  return (
    <PageFrame
      title={child && !family ? `${title}: ${child.name}` : title}
      menu={child ? menu(child, family) : []}
      {...(query.data && !family ? { context: 'centre' as const } : { crumbs: [] })}
    >
      <QueryState query={query}>
        {(data) => {
          if (!data.child)
            return data.family ? (
              <EmptyState title={t('noChild')} help={t('noChildHelp')} />
            ) : (
              <ChooseChild to={(id) => `${path}?student=${id}`} />
            );
          return (
            <Stack gap="md">
              {data.children.length > 1 ? (
                <SegmentedControl
                  fullWidth
                  aria-label={t('children')}
                  value={data.child.studentAdmissionId}
                  onChange={pick}
                  data={data.children.map((one) => ({ value: one.studentAdmissionId, label: one.callName }))}
                />
              ) : null}
              <Text c="dimmed">
                {[data.child.name, data.child.className, data.child.sectionName].filter(Boolean).join(' · ')}
              </Text>
              {data.child.seesMoney ? (
                children(data.child, data.family)
              ) : (
                <EmptyState title={t('noMoney')} help={t('noMoneyHelp')} />
              )}
            </Stack>
          );
        }}
      </QueryState>
    </PageFrame>
  );
}

function ChooseChild({ to }: { to: (id: string) => string }) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 250);
  const query = useQuery(accountContract.find, { q }, { enabled: q.length >= 2, keepPrevious: true });
  const rows = q.length >= 2 ? query.data?.rows : undefined;
  return (
    <Section title="Find a child">
      <Stack gap="sm">
        <FieldInput
          kind="text"
          name="q"
          label="Name or admission number"
          placeholder="At least two letters"
          value={typed}
          onChange={(value) => setTyped(String(value ?? ''))}
        />
        {rows?.length === 0 ? <Text size="sm">{`No child is found for "${q}" here.`}</Text> : null}
        {rows?.map((row) => (
          <Group key={row.id} gap="sm">
            <Anchor component={Link} to={to(row.id)}>
              {row.name}
            </Anchor>
            <Text size="sm" c="dimmed">
              {row.detail}
            </Text>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
