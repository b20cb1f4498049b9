import fc from 'fast-check'
import * as z from 'zod/mini'

type JsonSchema = z.core.JSONSchema.JSONSchema

/** Values for the contract's ids in a schema: `DeviceId`, `UserId`, … */
export type Ids = Readonly<Record<string, string>>

/** The names of the contract's ids that occur in a schema. */
export function idsIn(schema: z.ZodMiniType | undefined): string[] {
  if (schema === undefined) return []
  return Object.keys(jsonSchemaOf(schema).$defs ?? {})
}

/** The fields of a schema that are ids of the contract, with the id's name. */
export function idFieldsOf(schema: z.ZodMiniType | undefined): [field: string, id: string][] {
  const { properties = {} } = schema === undefined ? {} : jsonSchemaOf(schema)
  return Object.entries(properties).flatMap(([field, property]) =>
    typeof property !== 'boolean' && property.$ref !== undefined ? [[field, nameIn(property.$ref)]] : [],
  )
}

/**
 * A value that the schema accepts, with the given ids in it; optional fields are filled in where they are ids, of objects
 * that must name something the first one, and of lists of entries with ids one entry.
 */
export function sampleOf(schema: z.ZodMiniType, ids: Ids): unknown {
  const whole = jsonSchemaOf(schema)
  const least = valueOf(whole, whole.$defs ?? {}, ids)
  return z.safeParse(schema, least).success ? least : valueOf(whole, whole.$defs ?? {}, ids, true)
}

function jsonSchemaOf(schema: z.ZodMiniType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })
}

function valueOf(
  schema: JsonSchema | boolean,
  defs: Record<string, JsonSchema | boolean>,
  ids: Ids,
  namesSomething = false,
): unknown {
  if (typeof schema === 'boolean') return null
  if (schema.$ref !== undefined) {
    const name = nameIn(schema.$ref)
    return ids[name] ?? valueOf(defs[name] ?? true, defs, ids, namesSomething)
  }
  const alternative =
    schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? (schema.type === undefined ? schema.allOf?.[0] : undefined)
  if (alternative !== undefined) return valueOf(alternative, defs, ids, namesSomething)
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  switch (schema.type) {
    case 'object':
      return objectOf(schema, defs, ids, namesSomething)
    case 'array':
      return Array.from({ length: namesId(schema) ? 1 : (schema.minItems ?? 0) }, () => itemOf(schema, defs, ids))
    case 'boolean':
      return true
    case 'number':
    case 'integer':
      return schema.minimum ?? Math.max(1, Number(schema.exclusiveMinimum ?? 0) + 1)
    default:
      return textOf(schema)
  }
}

/** Whether each entry of a list has an id among its fields: one entry is there, so that somebody else's id is named. */
function namesId({ items, minItems = 0 }: JsonSchema): boolean {
  if (minItems > 0 || items === undefined || typeof items === 'boolean' || Array.isArray(items)) return false
  return Object.values(items.properties ?? {}).some(isId)
}

function itemOf({ items = true }: JsonSchema, defs: Record<string, JsonSchema | boolean>, ids: Ids): unknown {
  return valueOf(Array.isArray(items) ? true : items, defs, ids)
}

function nameIn(reference: string): string {
  return reference.split('/').at(-1) ?? ''
}

function objectOf(schema: JsonSchema, defs: Record<string, JsonSchema | boolean>, ids: Ids, namesSomething: boolean) {
  const names = schema.propertyNames
  if (names !== undefined && typeof names !== 'boolean' && names.enum !== undefined) {
    const value = schema.additionalProperties ?? true
    return Object.fromEntries(names.enum.map((name) => [String(name), valueOf(value, defs, ids)]))
  }
  const all = Object.entries(schema.properties ?? {})
  const wanted = all.filter(([name, property]) => schema.required?.includes(name) === true || isId(property))
  const named = wanted.length === 0 && namesSomething ? all.slice(0, 1) : wanted
  return Object.fromEntries(named.map(([name, property]) => [name, valueOf(property, defs, ids, namesSomething)]))
}

function isId(schema: JsonSchema | boolean): boolean {
  return typeof schema !== 'boolean' && schema.$ref !== undefined
}

function textOf(schema: JsonSchema): string {
  if (schema.format === 'date-time') return '2026-01-01T00:00:00Z'
  const patterns = [schema, ...(schema.allOf ?? [])].flatMap((part) => patternOf(part) ?? [])
  const narrowest = patterns.at(-1)
  if (narrowest !== undefined) {
    return drawn(fc.stringMatching(narrowest).filter((text) => patterns.every((pattern) => pattern.test(text))))
  }
  const length = Math.max(schema.minLength ?? 0, Math.min(12, schema.maxLength ?? 12))
  return 'x'.repeat(length)
}

/** A text with several patterns has them in `allOf`, the narrowest last. */
function patternOf(schema: JsonSchema | boolean): RegExp | undefined {
  return typeof schema === 'boolean' || schema.pattern === undefined ? undefined : new RegExp(schema.pattern)
}

function drawn(arbitrary: fc.Arbitrary<string>): string {
  return fc.sample(arbitrary, { seed: 1, numRuns: 1 })[0] ?? ''
}
