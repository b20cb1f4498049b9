import { poiCategories } from '#contract/pois/pois.ts'
import { Badge } from '#web/ui/text/Badge.tsx'
import { Button } from '#web/ui/controls/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { EmptyState } from '#web/ui/text/EmptyState.tsx'
import { LogoMark } from '#web/ui/pictures/Logo.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { Row } from '#web/ui/layout/Row.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { EmailField, PasswordField, TextField } from '#web/ui/fields/TextField.tsx'
import { CategorySymbol } from '#web/map/look/CategorySymbol.tsx'
import { categoryNames } from '#web/texts/pois.ts'
import styles from './StyleGuide.module.css'
import { Swatches } from './Swatches.tsx'

interface StyleGuideProps {
  title: string
  /** The value of `data-brand` whose tokens are shown. */
  brand: string
  name: string
}

/** A living page: the product's own parts and tokens, drawn with a brand's values. */
export function StyleGuide({ title, brand, name }: StyleGuideProps) {
  return (
    <div data-brand={brand} className={styles.brand}>
      <Page title={title} lead={`${name}: Farben, Schrift und Bausteine, wie sie im Produkt stehen.`} ownTitle>
        <Card title="Zeichen">
          <Row as="p" gap={3} align="center">
            <LogoMark size={64} />
            <LogoMark size={32} />
            <LogoMark size={24} />
            <span className={styles.name}>{name}</span>
          </Row>
        </Card>
        <Swatches brand={brand} />
        <Typography />
        <Buttons />
        <Fields />
        <Notices />
        <MapCategories />
        <Card title="Leere und wartende Zustände">
          <EmptyState title="Noch nichts hier" level={3}>
            Ein leerer Zustand sagt, was als Nächstes zu tun ist.
          </EmptyState>
          <Skeleton lines={3} label="Beispiel für einen wartenden Zustand" />
        </Card>
      </Page>
    </div>
  )
}

const sizes = ['xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl'] as const

function Typography() {
  return (
    <Card title="Schrift">
      {sizes.map((size) => (
        <p key={size} className={styles.sample} data-size={size}>
          {size}: Wegwarte am Straßenrand
        </p>
      ))}
    </Card>
  )
}

function Buttons() {
  return (
    <Card title="Knöpfe">
      <Row gap={3} align="center">
        <Button>Wichtigstes</Button>
        <Button kind="secondary">Anderes</Button>
        <Button kind="quiet">Nebenbei</Button>
        <Button kind="remove">Fragt und entfernt</Button>
        <Button kind="danger">Entfernt etwas</Button>
        <Button busy>Unterwegs</Button>
        <Button disabled>Gesperrt</Button>
      </Row>
    </Card>
  )
}

function Fields() {
  return (
    <Card title="Felder">
      <div className={styles.fields}>
        <TextField label="Text" description="Eine Hilfe steht über dem Feld." defaultValue="Reiseenduro" />
        <EmailField
          label="E-Mail mit Fehler"
          error="Bitte geben Sie eine gültige E-Mail-Adresse ein"
          defaultValue="falsch"
        />
        <PasswordField label="Passwort zum Ausprobieren" autoComplete="off" />
      </div>
    </Card>
  )
}

function Notices() {
  return (
    <Card title="Hinweise und Marken">
      <div className={styles.fields}>
        <Notice kind="info" title="Hinweis" live={false}>
          Gut zu wissen.
        </Notice>
        <Notice kind="success" title="Erfolg" live={false}>
          Das hat geklappt.
        </Notice>
        <Notice kind="warning" title="Warnung" live={false}>
          Darauf sollten Sie achten.
        </Notice>
        <Notice kind="danger" title="Fehler" live={false}>
          Das ging schief, und so geht es weiter.
        </Notice>
        <Row as="p" gap={3} align="center">
          <Badge>neutral</Badge>
          <Badge kind="brand">Marke</Badge>
          <Badge kind="success">online</Badge>
          <Badge kind="warning">läuft ab</Badge>
          <Badge kind="danger">abgelaufen</Badge>
        </Row>
      </div>
    </Card>
  )
}

function MapCategories() {
  return (
    <Card title="Kategorien der Karte">
      <ul className={styles.categories}>
        {poiCategories.map((category) => (
          <li key={category}>
            <CategorySymbol category={category} size={32} />
            {categoryNames[category]}
          </li>
        ))}
      </ul>
    </Card>
  )
}
