import { cls } from '@aangan/web/cls.ts';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { Menu } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { type MenuDashboard, splitMenu } from '../menu.ts';
import { useShell } from '../session-state.ts';
import classes from './frame.module.css';

const MORE_WIDTH = 86;

/** The horizontal menu: one button a dashboard, its groups in a panel, what does not fit under 'more'. */
export function MenuBar() {
  const { menu, menuReady } = useShell();
  const { ref, width } = useElementSize();
  const measure = useRef<HTMLDivElement>(null);
  const byRule = useMemo(() => splitMenu(menu), [menu]);
  const [fits, setFits] = useState(99);

  // The 80-character rule first; large fonts and narrow windows may need to move more (shell.md 3.4).
  useLayoutEffect(() => {
    const widths = [...(measure.current?.children ?? [])].map(
      (child) => (child as HTMLElement).offsetWidth + 2,
    );
    const all = widths.reduce((sum, one) => sum + one, 0);
    if (width === 0) return;
    if (all <= width - (byRule.more.length > 0 ? MORE_WIDTH : 0)) return setFits(widths.length);
    let left = width - MORE_WIDTH;
    const count = widths.findIndex((one) => {
      left -= one;
      return left < 0;
    });
    setFits(count < 0 ? widths.length : count);
  }, [width, byRule]);

  const shown = byRule.shown.slice(0, fits);
  const more = [...byRule.shown.slice(fits), ...byRule.more];
  const steer = (event: KeyboardEvent<HTMLElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-top]')];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    const to = {
      ArrowRight: (at + 1) % buttons.length,
      ArrowLeft: (at - 1 + buttons.length) % buttons.length,
      Home: 0,
      End: buttons.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    buttons[to]?.focus();
  };
  return (
    <nav
      aria-label="Main"
      className={classes.nav}
      ref={ref}
      onKeyDown={steer}
      style={menuReady ? undefined : { opacity: 0.55 }}
    >
      <div className={classes.measure} ref={measure} aria-hidden="true">
        {byRule.shown.map((dashboard) => (
          <span key={dashboard.id} className={classes.top}>
            {dashboard.name}
            <IconChevronDown {...smallIcon} size={14} />
          </span>
        ))}
      </div>
      {shown.map((dashboard) => (
        <TopItem key={dashboard.id} label={dashboard.name} dashboards={[dashboard]} />
      ))}
      {more.length > 0 && <TopItem label="more" dashboards={more} more />}
    </nav>
  );
}

function TopItem({
  label,
  dashboards,
  more = false,
}: {
  label: string;
  dashboards: readonly MenuDashboard[];
  more?: boolean;
}) {
  const { pathname } = useLocation();
  const groups = dashboards.flatMap((dashboard) =>
    dashboard.groups.map((group) => ({
      key: `${dashboard.id} ${group.label}`,
      label: more
        ? group.label && group.label !== dashboard.name
          ? `${dashboard.name} / ${group.label}`
          : dashboard.name
        : group.label,
      items: group.items,
    })),
  );
  const count = groups.reduce((sum, group) => sum + group.items.length + 1, 0);
  const here = groups.some((group) => group.items.some((item) => item.link.split('?')[0] === pathname));
  return (
    <Menu position="bottom-start" offset={6} trigger="click" loop>
      <Menu.Target>
        <button
          type="button"
          data-top
          className={cls(classes.top, here && classes.here, more && classes.more)}
          title={label.length > 60 ? label : undefined}
        >
          {label.length > 60 ? `${label.slice(0, 59)}…` : label}
          <IconChevronDown {...smallIcon} size={14} />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.panel ?? ''}>
        <div className={count > 14 ? classes.wide : undefined}>
          {groups.map((group) => (
            <div key={group.key} className={classes.group}>
              {(groups.length > 1 || more) && group.label && <Menu.Label>{group.label}</Menu.Label>}
              {group.items.map((item) => {
                const current = item.link.split('?')[0] === pathname;
                return (
                  <Menu.Item
                    key={item.key}
                    component={Link}
                    to={item.link}
                    className={current ? (classes.current ?? '') : ''}
                    {...(current ? { 'aria-current': 'page' } : {})}
                    // A dynamic module may lead to another site (system.md Y8).
                    {...(item.link.startsWith('https:')
                      ? { target: '_blank', rel: 'noopener noreferrer' }
                      : {})}
                  >
                    {item.label}
                  </Menu.Item>
                );
              })}
            </div>
          ))}
        </div>
      </Menu.Dropdown>
    </Menu>
  );
}
