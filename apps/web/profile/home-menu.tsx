import { Section } from '@aangan/web/ui/section.tsx';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import classes from '../../../areas/shell/home/home.module.css';
import type { MenuDashboard } from '../menu.ts';

/** The way to every screen of the role in use; the default dashboard leads. */
export function HomeMenu({ menu: whole }: { menu: readonly MenuDashboard[] }) {
  const menu = elsewhere(whole);
  return (
    <Section title="All screens">
      <div className={classes.menu}>
        {[...menu]
          .sort((a, b) => Number(b.isDefault) - Number(a.isDefault))
          .map((dashboard) => (
            <div key={dashboard.id}>
              {dashboard.groups.map((group, i) => (
                <div key={group.label} className={classes.group}>
                  {i === 0 && <Text fw={600}>{dashboard.name}</Text>}
                  {dashboard.groups.length > 1 && (
                    <Text size="xs" c="dimmed" fw={500}>
                      {group.label}
                    </Text>
                  )}
                  <div className={classes.links}>
                    {group.items.map((item) => (
                      <Anchor key={item.key} component={Link} to={item.link}>
                        {item.label}
                      </Anchor>
                    ))}
                  </div>
                </div>
              ))}
            </div>
          ))}
      </div>
    </Section>
  );
}

const HERE = '/profile/dashboard';

/** The menu without the page it stands on. */
export const elsewhere = (menu: readonly MenuDashboard[]): MenuDashboard[] =>
  menu
    .map((dashboard) => ({
      ...dashboard,
      groups: dashboard.groups
        .map((group) => ({ ...group, items: group.items.filter((item) => item.link !== HERE) }))
        .filter((group) => group.items.length > 0),
    }))
    .filter((dashboard) => dashboard.groups.length > 0);

/** A family's ways, one big target each; `without` is the one that stands on the page already. */
export function FamilyMenu({ menu, without }: { menu: readonly MenuDashboard[]; without: string | null }) {
  const items = elsewhere(menu)
    .flatMap((dashboard) => dashboard.groups.flatMap((group) => group.items))
    .filter((item) => item.link !== without);
  if (items.length === 0) return null;
  return (
    <ul className={classes.family}>
      {items.map((item) => (
        <li key={item.key}>
          <Link to={item.link}>{item.label}</Link>
        </li>
      ))}
    </ul>
  );
}
