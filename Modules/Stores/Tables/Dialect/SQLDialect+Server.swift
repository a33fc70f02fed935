extension SQLDialect {
  /// The statements that make what a server's queries need beside tables: collations and functions.
  ///
  /// They are made with a store's tables. ``ServerFunctions`` makes functions again that differ: increment its revision
  /// when you change one. A collation belongs to the store's format.
  package static let serverFunctions = """
    \(serverCollations)
    \(serverTextFunctions)
    \(serverNumberFunctions)
    \(serverJSONFunctions)
    \(serverDateFunctions)
    """

  private static let serverCollations = """
    CREATE COLLATION strata_text (provider = icu, locale = 'und');
    CREATE COLLATION strata_localized (provider = icu, locale = 'und');
    CREATE COLLATION strata_localized_standard (provider = icu, locale = 'und-u-kn-true');
    """

  private static let serverJSONFunctions = #"""
    CREATE FUNCTION strata_json(j json) RETURNS json
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT CASE WHEN json_typeof(j) <> 'null' THEN j END
    $$;
    CREATE FUNCTION strata_json_member(j json, k text) RETURNS json
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT strata_json(CASE json_typeof(j)
        WHEN 'object' THEN j -> k
        WHEN 'array' THEN CASE WHEN k ~ '^[0-9]{1,9}$' THEN j -> k::integer END END)
    $$;
    CREATE FUNCTION strata_json_elements(j json) RETURNS TABLE (key json, value json)
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT to_json(n - 1), strata_json(v)
      FROM json_array_elements(CASE json_typeof(j) WHEN 'array' THEN j ELSE '[]' END)
        WITH ORDINALITY AS a(v, n)
      UNION ALL SELECT to_json(k), strata_json(v)
      FROM json_each(CASE json_typeof(j) WHEN 'object' THEN j ELSE '{}' END) AS o(k, v)
    $$;
    CREATE FUNCTION strata_json_number(j json) RETURNS numeric
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT CASE json_typeof(j) WHEN 'number' THEN (j #>> '{}')::numeric
        WHEN 'boolean' THEN CASE j #>> '{}' WHEN 'true' THEN 1 ELSE 0 END END
    $$;
    CREATE FUNCTION strata_json_real(j json) RETURNS double precision
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT CASE WHEN json_typeof(j) = 'string' THEN
          CASE WHEN j #>> '{}' IN ('Infinity', '-Infinity') THEN (j #>> '{}')::double precision END
        ELSE strata_json_number(j)::double precision END
    $$;
    CREATE FUNCTION strata_json_text(j json) RETURNS text
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT CASE json_typeof(j) WHEN 'string' THEN j #>> '{}'
        WHEN 'object' THEN j::text WHEN 'array' THEN j::text END
    $$;
    """#

  private static let serverDateFunctions = #"""
    CREATE FUNCTION strata_date_part(t double precision, part text, zone text) RETURNS bigint
      LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
      DECLARE
        seconds double precision := floor(least(greatest(t, -200000000000), 9000000000000));
        clock timestamp :=
          timezone(zone, timezone('UTC', timestamp '2001-01-01' + make_interval(secs => seconds)));
        n bigint := date_part(CASE part WHEN 'weekday' THEN 'dow' ELSE part END, clock);
      BEGIN
        IF part = 'weekday' OR part = 'year' AND n < 0 THEN
          RETURN n + 1;
        END IF;
        RETURN n;
      END
    $$;
    CREATE FUNCTION strata_date_start(t double precision, period text, weekday integer, zone text)
      RETURNS double precision LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
      DECLARE
        seconds double precision := floor(least(greatest(t, -200000000000), 9000000000000));
        clock timestamp :=
          timezone(zone, timezone('UTC', timestamp '2001-01-01' + make_interval(secs => seconds)));
        start timestamp := date_trunc(CASE period WHEN 'week' THEN 'day' ELSE period END, clock);
        moment timestamptz;
        other timestamptz;
        middle timestamptz;
      BEGIN
        IF period IN ('hour', 'minute') THEN
          moment := timezone('UTC', timestamp '2001-01-01' + make_interval(secs => seconds));
          other := moment - (clock - start);
          IF timezone(zone, other) <> start THEN
            -- Clocks were set since. The hour begins with that change.
            WHILE moment - other > interval '1 second' LOOP
              middle := date_trunc('second', other + (moment - other) / 2);
              IF timezone(zone, middle) - timezone('UTC', middle) = clock - timezone('UTC', moment) THEN
                moment := middle;
                clock := timezone(zone, middle);
              ELSE
                other := middle;
              END IF;
            END LOOP;
            RETURN extract(epoch FROM moment)::double precision - 978307200;
          END IF;
          RETURN seconds - extract(epoch FROM clock - start);
        END IF;
        IF period = 'week' THEN
          start := start - make_interval(days => (extract(isodow FROM start)::integer + 7 - weekday) % 7);
        END IF;
        moment := timezone(zone, start);
        -- The server takes the second of two moments. The first one has the offset of the day before.
        other := moment - interval '24 hours';
        other := timezone('UTC', start - (timezone(zone, other) - timezone('UTC', other)));
        IF other < moment AND timezone(zone, other) = start THEN
          moment := other;
        ELSIF timezone(zone, moment) > start THEN
          -- Clocks were set forward over the start. They show a later time from the moment of the change on.
          other := moment - (timezone(zone, moment) - start);
          WHILE moment - other > interval '1 second' LOOP
            middle := date_trunc('second', other + (moment - other) / 2);
            IF timezone(zone, middle) >= start THEN moment := middle; ELSE other := middle; END IF;
          END LOOP;
        END IF;
        RETURN extract(epoch FROM moment)::double precision - 978307200;
      END
    $$;
    """#
}
