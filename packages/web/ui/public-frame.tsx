import { Button, type ButtonProps, createTheme, MantineThemeProvider } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { cls } from '../cls.ts';
import { useLanguage, useText } from '../text/text.tsx';
import { HindiWord } from './hindi-word.tsx';
import classes from './public-frame.module.css';

export interface PublicFrameProps {
  /** The centre the page speaks for. */
  brand?: { name: string; logoUrl?: string | null | undefined } | undefined;
  title: string;
  lead?: ReactNode;
  /** Up to 960 px (tables, receipts). */
  wide?: boolean;
  /** The page is offered in one language only: nothing to switch. */
  oneLanguage?: boolean;
  /** A quiet line at the end: whom to call. */
  foot?: ReactNode;
  children: ReactNode;
}

// Parents read 16 px and touch 48 px targets; everything inside gets that by itself (look.md 2).
const roomy = createTheme({
  components: {
    Button: { defaultProps: { size: 'lg' } },
    TextInput: { defaultProps: { size: 'lg' } },
    Textarea: { defaultProps: { size: 'lg' } },
    NumberInput: { defaultProps: { size: 'lg' } },
    Select: { defaultProps: { size: 'lg' } },
    MultiSelect: { defaultProps: { size: 'lg' } },
    Checkbox: { defaultProps: { size: 'lg' } },
    Radio: { defaultProps: { size: 'md' } },
    Text: { defaultProps: { fz: '1rem' } },
    List: { defaultProps: { styles: { root: { fontSize: '1rem', lineHeight: 1.5 } } } },
    Alert: { defaultProps: { styles: { title: { fontSize: '1rem' }, message: { fontSize: '1rem' } } } },
  },
  fontSizes: { md: '1rem', lg: '1rem', sm: '0.9375rem', xs: '0.8125rem' },
});

/** The page of a parent or any other visitor without a sign-in: 360 px first, the centre's name on top, Hindi one touch away. */
export function PublicFrame({
  brand,
  title,
  lead,
  wide = false,
  oneLanguage = false,
  foot,
  children,
}: PublicFrameProps) {
  const t = useText();
  const { language, setLanguage } = useLanguage();
  const name = brand?.name ?? 'Aangan';
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
  return (
    <MantineThemeProvider theme={roomy}>
      <div className={classes.page}>
        <header className={classes.head}>
          {brand?.logoUrl ? (
            <img className={classes.logo} src={brand.logoUrl} alt="" />
          ) : (
            <span className={cls(classes.logo, classes.initials)} aria-hidden="true">
              {initialsOf(name)}
            </span>
          )}
          <span className={classes.name}>{name}</span>
          {!oneLanguage && (
            <button
              type="button"
              className={classes.language}
              lang={language === 'hi' ? 'en' : 'hi'}
              aria-label={`${t('public.language')}: ${language === 'hi' ? 'English' : 'हिन्दी'}`}
              onClick={() => setLanguage(language === 'hi' ? 'en' : 'hi')}
            >
              {language === 'hi' ? 'English' : <HindiWord />}
            </button>
          )}
        </header>
        <main className={cls(classes.main, wide && classes.wide)}>
          <h1 className={classes.title}>{title}</h1>
          {lead && <p className={classes.lead}>{lead}</p>}
          {children}
        </main>
        {foot && <footer className={classes.foot}>{foot}</footer>}
      </div>
    </MantineThemeProvider>
  );
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

/** The one button of a parent's page: full width, 52 px. */
export function PublicButton({
  to,
  onClick,
  type = 'button',
  children,
  ...rest
}: Pick<ButtonProps, 'loading' | 'disabled' | 'variant' | 'leftSection'> & {
  to?: string;
  onClick?: () => void;
  type?: 'button' | 'submit';
  children: ReactNode;
}) {
  return to === undefined ? (
    <Button {...rest} type={type} size="lg" fullWidth onClick={() => onClick?.()}>
      {children}
    </Button>
  ) : (
    <Button {...rest} component={Link} to={to} size="lg" fullWidth>
      {children}
    </Button>
  );
}
