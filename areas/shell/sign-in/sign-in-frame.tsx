import { connection } from '@aangan/web/api/connection.ts';
import { useLanguage, useText } from '@aangan/web/text/text.tsx';
import { HindiWord } from '@aangan/web/ui/hindi-word.tsx';
import { Anchor } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Logo } from './logo.tsx';
import classes from './sign-in.module.css';
import { words } from './words.web.ts';

/** The quiet page around the sign-in screens; the top bar is hidden here (specification 2). */
export function SignInFrame({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  const t = useText(words);
  const { language, setLanguage } = useLanguage();
  useEffect(() => {
    document.title = `${title} · Aangan`;
  }, [title]);
  return (
    <div className={classes.page}>
      <main className={classes.box}>
        <div className={classes.brand}>
          <Logo size={36} />
          Aangan
        </div>
        <h1 className={classes.title}>{title}</h1>
        {lead && <p className={classes.lead}>{lead}</p>}
        {children}
      </main>
      <footer className={classes.foot}>
        <Anchor
          component="button"
          type="button"
          size="xs"
          lang={language === 'hi' ? 'en' : 'hi'}
          onClick={() => setLanguage(language === 'hi' ? 'en' : 'hi')}
        >
          {language === 'hi' ? 'English' : <HindiWord />}
        </Anchor>
        <span>{t('version', { version: connection.version })}</span>
      </footer>
    </div>
  );
}
