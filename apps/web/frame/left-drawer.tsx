import { useText } from '@aangan/web/text/text.tsx';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { Accordion, Drawer, NavLink, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { flatMenu } from '../menu.ts';
import { useOwnPreference } from '../profile/own-preference.ts';
import { useShell } from '../session-state.ts';
import { RoleSelect } from './role-select.tsx';

/** The menu under 700 px: dashboards, group labels, items; a search over all of them. */
export function LeftDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText();
  const { menu } = useShell();
  const { pathname } = useLocation();
  const [q, setQ] = useState('');
  const found = q.trim()
    ? flatMenu(menu).filter((item) =>
        `${item.label} ${item.place}`.toLowerCase().includes(q.trim().toLowerCase()),
      )
    : null;
  const pins = useOwnPreference()?.pins ?? [];
  const pinned = pins.flatMap((path) => flatMenu(menu).find((item) => item.link === path) ?? []);
  const link = (item: { label: string; link: string; place?: string }) => (
    <NavLink
      key={item.link}
      component={Link}
      to={item.link}
      label={item.label}
      description={item.place}
      active={item.link.split('?')[0] === pathname}
      onClick={onClose}
      {...(item.link.startsWith('https:') ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
    />
  );
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="left"
      title="Aangan"
      size={300}
      padding="md"
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <RoleSelect width="100%" />
      <TextInput
        my="sm"
        placeholder={t('list.search')}
        aria-label={t('list.search')}
        leftSection={<IconSearch {...smallIcon} />}
        value={q}
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      {found ? (
        found.length > 0 ? (
          found.map(link)
        ) : (
          <Text c="dimmed">{t('form.nothingFound')}</Text>
        )
      ) : (
        <>
          {pinned.length > 0 && (
            <nav aria-label="Pinned">
              <Text size="xs" c="dimmed" fw={500}>
                Pinned
              </Text>
              {pinned.map(({ label, link: to }) => link({ label, link: to }))}
            </nav>
          )}
          <Accordion
            multiple
            defaultValue={menu
              .filter((dashboard) => dashboard.isDefault)
              .map((dashboard) => String(dashboard.id))}
            variant="default"
            chevronPosition="right"
          >
            {menu.map((dashboard) => (
              <Accordion.Item key={dashboard.id} value={String(dashboard.id)}>
                <Accordion.Control>{dashboard.name}</Accordion.Control>
                <Accordion.Panel>
                  {dashboard.groups.map((group) => (
                    <div key={group.label}>
                      {dashboard.groups.length > 1 && (
                        <Text size="xs" c="dimmed" fw={500} mt="sm">
                          {group.label}
                        </Text>
                      )}
                      {group.items.map(link)}
                    </div>
                  ))}
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        </>
      )}
    </Drawer>
  );
}
