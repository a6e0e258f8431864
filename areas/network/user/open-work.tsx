import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { call } from '@aangan/web/api/call.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Stack, Text } from '@mantine/core';
import { saveSheet } from '../save-sheet.tsx';
import type { userContract } from './user.contract.ts';
import { userAccountContract } from './user-account.contract.ts';

type User = OutputOf<typeof userContract.view>;

/** What stands in the person's name now, and the letter about what was handed over. */
export function OpenWork({ user }: { user: User }) {
  const query = useQuery(userAccountContract.workOf, { userId: user.id });
  return (
    <Section
      title="Open work"
      help="It is handed over in the same step when the account is switched off."
      actions={
        user.handedOverAt ? (
          <Button
            size="xs"
            variant="default"
            onClick={() => void saveSheet(call(userAccountContract.handOverLetter, { userId: user.id }))}
          >
            Hand-over letter
          </Button>
        ) : undefined
      }
    >
      <Stack gap="xs">
        {user.handedOverAt ? (
          <Text size="sm" c="dimmed">
            Handed over <InstantText at={user.handedOverAt} />
          </Text>
        ) : null}
        <QueryState query={query}>
          {({ rows, elsewhere }) => (
            <>
              {rows.length + elsewhere.length === 0 ? (
                <Text c="dimmed">Nothing stands in this person’s name.</Text>
              ) : null}
              {rows.map((row) => (
                <Text key={row.key}>
                  <b className="figures">{formatCount(row.n)}</b> {row.title}
                </Text>
              ))}
              {elsewhere.map((row) => (
                <Text key={row.key} c="dimmed">
                  <b className="figures">{formatCount(row.n)}</b> {row.title} at centres you do not see
                </Text>
              ))}
            </>
          )}
        </QueryState>
      </Stack>
    </Section>
  );
}
