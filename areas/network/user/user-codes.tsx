import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { userContract } from './user.contract.ts';
import { userAccountContract } from './user-account.contract.ts';

type User = OutputOf<typeof userContract.view>;

/** Codes that let a person decide; holding one never lifts the rule that nobody approves their own work. */
export function UserCodes({ user }: { user: User }) {
  const revoke = useCommand(userAccountContract.revokeCode, {
    onDone: () => notice.ok('The code is taken away.'),
    onError: (error) => notice.error(error),
  });
  return (
    <Stack gap="lg">
      <Section title="Approval codes" help="Codes of a role come with the role and are not listed here.">
        <Stack gap="xs">
          {user.codes.length === 0 ? <Text c="dimmed">None.</Text> : null}
          {user.codes.map((code) => (
            <Group key={`${code.code} ${code.where}`} justify="space-between" wrap="nowrap">
              <span>
                {code.title} <span className="quiet">· {code.where}</span>
              </span>
              {user.can['setCode'] ? (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="danger"
                  onClick={() =>
                    void revoke.run({ userId: user.id, code: code.code, franchiseeId: code.franchiseeId })
                  }
                >
                  Take away
                </Button>
              ) : null}
            </Group>
          ))}
        </Stack>
      </Section>
      {user.can['setCode'] ? <GiveCode user={user} /> : null}
    </Stack>
  );
}

function GiveCode({ user }: { user: User }) {
  const [code, setCode] = useState<string | null>(null);
  const [centre, setCentre] = useState<number | null>(null);
  const codes = useQuery(userAccountContract.codes, {});
  const give = useCommand(userAccountContract.setCode, {
    onDone: () => {
      notice.ok('The code is given.');
      setCode(null);
    },
    onError: (error) => notice.error(error),
  });
  const rows = codes.data?.rows ?? [];
  if (codes.data && rows.length === 0) return null;
  return (
    <Section title="Give a code" help="Only codes you hold yourself are offered.">
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Select
            label="Code"
            searchable
            data={rows.map((row) => ({ value: row.code, label: row.title }))}
            value={code}
            onChange={setCode}
          />
          <FieldInput
            kind="reference"
            to="franchisee"
            label="Centre"
            optional
            help="Empty: everywhere"
            value={centre}
            onChange={(id) => setCentre(typeof id === 'number' ? id : null)}
          />
        </SimpleGrid>
        <Group justify="flex-end">
          <Button
            disabled={code === null}
            loading={give.running}
            onClick={() => code && void give.run({ userId: user.id, code, franchiseeId: centre })}
          >
            Give code
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}
