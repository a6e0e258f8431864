import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { CopyText } from '@aangan/web/ui/values.tsx';
import { ActionIcon, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { embedHostsContract } from './embed-hosts.contract.ts';

/** The same form inside the centre's own web site: which sites may show it, and the line they need. */
export function WebsiteForm() {
  const kept = useQuery(embedHostsContract.get, {});
  const [host, setHost] = useState('');
  const write = useSession().holds('enquirySettings', true);
  const save = useCommand(embedHostsContract.save, {
    onDone: () => setHost(''),
    onError: (error) => {
      if (Object.keys(error.fields).length === 0) notice.error(error);
    },
  });
  if (!kept.data) return null;
  const { hosts, path } = kept.data;
  const add = (event: FormEvent) => {
    event.preventDefault();
    void save.run({ hosts: [...hosts, host] });
  };
  const line = `<iframe src="${window.location.origin}${path}" title="Enquiry form" width="100%" height="1400" style="border:0"></iframe>`;
  return (
    <div style={{ maxWidth: 640 }}>
      <Section title="On a web site" help="Only the sites named here may show the form in their own page.">
        <Stack gap="md">
          {hosts.length === 0 && <Text c="dimmed">No site may show it yet.</Text>}
          {hosts.length > 0 && (
            <Stack gap={4}>
              {hosts.map((one) => (
                <Group key={one} gap="xs" wrap="nowrap">
                  <Text style={{ overflowWrap: 'anywhere' }}>{one}</Text>
                  {write && (
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={`Take ${one} off`}
                      onClick={() => void save.run({ hosts: hosts.filter((other) => other !== one) })}
                    >
                      <IconX {...smallIcon} />
                    </ActionIcon>
                  )}
                </Group>
              ))}
            </Stack>
          )}
          {write && (
            <form onSubmit={add} noValidate>
              <Group gap="sm" align="flex-start">
                <TextInput
                  aria-label="Web site"
                  placeholder="www.example.org"
                  autoCapitalize="off"
                  spellCheck={false}
                  value={host}
                  onChange={(event) => setHost(event.currentTarget.value)}
                  error={Object.values(save.error?.fields ?? {})[0]}
                  style={{ flex: '1 1 220px' }}
                />
                <Button type="submit" variant="default" loading={save.running} disabled={host.trim() === ''}>
                  Allow
                </Button>
              </Group>
            </form>
          )}
          {hosts.length > 0 && (
            <div>
              <Text size="sm" mb={4}>
                The line for the site:
              </Text>
              <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {line}
              </Code>
              <CopyText text={line} label="the line">
                Copy
              </CopyText>
            </div>
          )}
        </Stack>
      </Section>
    </div>
  );
}
